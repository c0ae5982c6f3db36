import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from 'wagmi'
import { Capabilities } from './Capabilities'
import { Connection } from './Connection'
import { ConnectPanel } from './ConnectPanel'
import { Editor } from './Editor'
import { FaucetTab } from './FaucetTab'
import { NetworkTab } from './NetworkTab'
import type { PanelProps } from './panelProps'
import { PermitTab } from './PermitTab'
import { SignInTab } from './SignInTab'
import { SignTab } from './SignTab'
import { Tabs } from './Tabs'
import { loadLocalChain } from './localChain'
import type { Context } from './presets'
import { RequestPane } from './RequestPane'
import { ResponsePane } from './ResponsePane'
import { StatusPane } from './StatusPane'
import { useBatch } from './useBatch'
import { isPending, useBatchStatus } from './useBatchStatus'
import { Timeline } from './Timeline'
import { useExchange } from './useExchange'
import { useRecordedStatus } from './useRecordedStatus'
import { useWalletEvents } from './useWalletEvents'

/** The playground: connect, write a request, watch the wallet's answers. */
export const App = () => {
  const connection = useConnection()
  const connected = connection.status === 'connected' ? connection : null
  const { data: local } = useQuery({ queryKey: ['chain.json'], queryFn: loadLocalChain })
  const { exchange, watched, lastId, send, watch } = useExchange(connected?.connector)
  const status = useBatchStatus(connected?.connector, watched)
  const from = connected?.address
  const batch = useBatch(from)
  useWalletEvents(connected?.connector)
  useRecordedStatus(status.data)
  useFreshCapabilities(status.data)

  const context: Context | null =
    connected && local !== undefined
      ? { from: connected.address, chainId: connected.chainId, local, lastId }
      : null

  const panel: PanelProps = {
    account: from,
    chainId: connected?.chainId,
    local: local ?? null,
    onSend: (request) => void send(request),
  }

  return (
    <>
      <header className="page">
        <h1>Volley playground</h1>
        <p>Send a wallet a batch or any other request, and see exactly what it answers.</p>
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
              <Capabilities
                connector={connected.connector}
                account={connected.address}
                chainId={connected.chainId}
              />
            </>
          ) : (
            <ConnectPanel />
          )}
        </div>
        <Tabs
          label="What to send"
          panels={[
            {
              name: 'Batch',
              panel: (
                <Editor
                  context={context}
                  {...batch}
                  onSend={(params) => void send({ method: 'wallet_sendCalls', params: [params] })}
                />
              ),
            },
            { name: 'Sign', panel: <SignTab {...panel} /> },
            { name: 'Permit', panel: <PermitTab {...panel} /> },
            { name: 'Sign-in', panel: <SignInTab {...panel} /> },
            { name: 'Network', panel: <NetworkTab {...panel} /> },
            { name: 'Faucet', panel: <FaucetTab {...panel} /> },
          ]}
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
        <Timeline />
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
