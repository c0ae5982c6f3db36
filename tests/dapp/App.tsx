import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useConnection } from 'wagmi'
import { Capabilities } from './Capabilities'
import { Connection } from './Connection'
import { ConnectPanel } from './ConnectPanel'
import { Editor } from './Editor'
import { loadLocalChain } from './localChain'
import type { Context } from './presets'
import { RequestPane } from './RequestPane'
import { ResponsePane } from './ResponsePane'
import { StatusPane } from './StatusPane'
import { isPending, useBatchStatus } from './useBatchStatus'
import { useExchange } from './useExchange'

/** The playground: connect, write a `wallet_sendCalls`, watch the wallet's answers. */
export const App = () => {
  const connection = useConnection()
  const connected = connection.status === 'connected' ? connection : null
  const { data: local } = useQuery({ queryKey: ['chain.json'], queryFn: loadLocalChain })
  const { exchange, watched, lastId, send, watch } = useExchange(connected?.connector)
  const status = useBatchStatus(connected?.connector, watched)
  const [text, setText] = useState('')
  useFreshCapabilities(status.data)

  const context: Context | null =
    connected && local !== undefined
      ? { from: connected.address, chainId: connected.chainId, local, lastId }
      : null

  return (
    <>
      <header className="page">
        <h1>Volley playground</h1>
        <p>Send a wallet any batch of calls and see exactly what it answers.</p>
      </header>
      <main>
        <div className="side">
          {connected ? (
            <>
              <Connection
                connector={connected.connector}
                addresses={connected.addresses}
                chainId={connected.chainId}
                local={local ?? null}
              />
              <Capabilities />
            </>
          ) : (
            <ConnectPanel />
          )}
        </div>
        <Editor
          context={context}
          text={text}
          onText={setText}
          onSend={(params) => void send(params)}
        />
        <div className="panes">
          <RequestPane request={exchange?.request ?? null} />
          <ResponsePane exchange={exchange} />
          <StatusPane
            connected={connected !== null}
            watched={watched}
            status={status.data}
            error={status.error}
            onWatch={watch}
          />
        </div>
      </main>
    </>
  )
}

// Refetches the capabilities after a batch has ended: it may have upgraded the account.
const useFreshCapabilities = (status: unknown) => {
  const client = useQueryClient()
  const ended = status !== undefined && !isPending(status)
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ['capabilities'] })
  }, [client, ended])
}
