import { numberToHex, type Address } from 'viem'
import { useConnection, useDisconnect, type Connector } from 'wagmi'
import type { LocalChain } from './localChain'
import { WalletIcon } from './WalletIcon'

/** Shows the connected wallet, accounts and network. */
export const Connection = ({
  connector,
  addresses,
  chainId,
  local,
}: {
  connector: Connector
  addresses: readonly Address[]
  chainId: number
  local: LocalChain | null
}) => {
  const { chain } = useConnection()
  const disconnect = useDisconnect()
  const [account, ...others] = addresses

  return (
    <section className="card connection" aria-label="Connection">
      <header>
        <h2>
          <WalletIcon icon={connector.icon} />
          {connector.name}
        </h2>
        <button onClick={() => disconnect.mutate({ connector })}>Disconnect</button>
      </header>
      <dl>
        <div>
          <dt>Account</dt>
          <dd>
            <code data-testid="account">{account}</code>
          </dd>
        </div>
        {others.length > 0 && (
          <div>
            <dt>Also granted</dt>
            {others.map((address) => (
              <dd key={address}>
                <code>{address}</code>
              </dd>
            ))}
          </div>
        )}
        <div>
          <dt>Network</dt>
          <dd>
            <code data-testid="chain">{numberToHex(chainId)}</code>{' '}
            {chainId === local?.chainId ? 'Local chain' : (chain?.name ?? 'Unknown to this page')}
          </dd>
        </div>
      </dl>
    </section>
  )
}
