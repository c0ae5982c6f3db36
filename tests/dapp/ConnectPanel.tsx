import { useId, useState } from 'react'
import { useConnect, useConnectors, type Connector } from 'wagmi'
import { recorded } from './recorded'
import { toRpcError } from './walletRequest'
import { WalletIcon } from './WalletIcon'

/** Lists the wallets of this browser and shows the outcome of connecting to one. */
export const ConnectPanel = () => {
  const [open, setOpen] = useState(false)
  const list = useId()
  const wallets = useWallets()
  const connect = useConnect()
  const connectTo = (connector: Connector) =>
    void recorded(`connect ${connector.name}`, null, () =>
      connect.mutateAsync({ connector }),
    ).catch(() => undefined)
  const error = connect.error && toRpcError(connect.error)

  return (
    <section className="card connect" aria-label="Wallets">
      <p>
        {open
          ? 'Choose one of this browser’s wallets.'
          : 'Connect a wallet to send it a batch of calls.'}
      </p>
      <button
        className="primary"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        Connect
      </button>
      <div id={list} hidden={!open}>
        {wallets.length === 0 && (
          <p className="empty">
            No wallet has announced itself (EIP-6963). Install one, or turn it on for this page, and
            it will appear here.
          </p>
        )}
        <ul className="wallets">
          {wallets.map((wallet) => (
            <li key={wallet.uid}>
              <button disabled={connect.isPending} onClick={() => connectTo(wallet)}>
                <WalletIcon icon={wallet.icon} />
                {wallet.name}
              </button>
            </li>
          ))}
        </ul>
        <div role="status">
          {connect.isPending && <p className="note">Waiting for the wallet’s answer…</p>}
        </div>
        {error && (
          <p className="problem" role="alert">
            Not connected: {error.message}
            {error.code !== null && ` (${error.code})`}
          </p>
        )}
      </div>
    </section>
  )
}

const useWallets = () => {
  const connectors = useConnectors()
  const announced = connectors.filter(({ id }) => id !== 'injected')
  return announced.length > 0 || !('ethereum' in window) ? announced : connectors
}
