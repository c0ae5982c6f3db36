import { useQuery } from '@tanstack/react-query'
import { numberToHex, type Address } from 'viem'
import type { Connector } from 'wagmi'
import { Badge } from './Badge'
import { capabilityRows } from './capabilityRows'
import { recorded } from './recorded'
import { ask, toRpcError } from './walletRequest'

/** Shows what the wallet can on the chain in use (`wallet_getCapabilities`, EIP-5792). */
export const Capabilities = ({
  connector,
  account,
  chainId,
}: {
  connector: Connector
  account: Address
  chainId: number
}) => {
  const { data, error } = useQuery({
    queryKey: ['capabilities', connector.uid, account, chainId],
    queryFn: async () => {
      const request = {
        method: 'wallet_getCapabilities',
        params: [account, [numberToHex(chainId)]],
      }
      const answer = await recorded(request.method, request.params, () => ask(connector, request))
      return answer ?? null
    },
  })
  const failure = error && toRpcError(error)
  const rows = data === undefined ? [] : capabilityRows(data, chainId)
  return (
    <section className="card" aria-label="Capabilities">
      <header>
        <h2>Capabilities</h2>
        {failure && <Badge tone="bad">error {failure.code}</Badge>}
      </header>
      {rows.length > 0 ? (
        <table data-testid="capabilities">
          <thead>
            <tr>
              <th scope="col">Capability</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, value, meaning }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                  {meaning && <span className="note">{meaning}</span>}
                </th>
                <td>
                  <code>{value}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="empty">
          {failure?.message ??
            (data === undefined ? 'Asking the wallet…' : 'The wallet names none on this chain.')}
        </p>
      )}
    </section>
  )
}
