import { numberToHex } from 'viem'
import { useCapabilities } from 'wagmi'
import { Badge } from './Badge'
import { format } from './json'
import { Pane } from './Pane'
import { toRpcError } from './walletRequest'

/** Shows the wallet's capabilities (EIP-5792) as viem parses them, by chain ID in hex. */
export const Capabilities = () => {
  const { data, error } = useCapabilities()
  const failure = error && { error: toRpcError(error) }
  return (
    <Pane
      title="Capabilities"
      testId="capabilities"
      json={failure ? format(failure) : data ? format(onTheWire(data)) : null}
      empty="Asking the wallet…"
      badge={failure && <Badge tone="bad">error {failure.error.code}</Badge>}
    />
  )
}

const onTheWire = (capabilities: object) =>
  Object.fromEntries(
    Object.entries(capabilities).map(([chainId, value]) => [numberToHex(Number(chainId)), value]),
  )
