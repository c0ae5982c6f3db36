import type { Hash } from 'viem'

/** A network of the wallet. Its URL may carry an API key: it is never shown, logged or sent anywhere. */
export type Network = {
  chainId: number
  name: string
  url: string
  /** How often the node's pending block changes, in ms. */
  refresh: number
  /** Block 0, undefined where the chain may be started anew. */
  genesis?: Hash
  /** Whether transactions pay an L1 fee that the OP stack's GasPriceOracle estimates. */
  opStack: boolean
  /** The largest gas limit of one transaction (EIP-7825). */
  gasCap: number
}

/** Whether an RPC URL is on this machine: only there may a chain be started anew under its id. */
export const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

const gasCap = 2 ** 24
const refresh = 200

const network = (row: Omit<Network, 'gasCap' | 'refresh'>): Network => {
  const { genesis: _, ...anew } = row
  return { ...(isLoopback(row.url) ? anew : row), gasCap, refresh }
}

/** The networks, the default one first. */
export const networks: readonly Network[] = [
  ...(__LOCAL_URL__
    ? [network({ chainId: 31337, name: 'Local', url: __LOCAL_URL__, opStack: true })]
    : []),
  network({
    chainId: 8453,
    name: 'Base',
    url: __BASE_URL__,
    genesis: '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd',
    opStack: true,
  }),
  network({
    chainId: 84532,
    name: 'Base Sepolia',
    url: __TESTNET_BASE_URL__,
    genesis: '0x0dcc9e089e30b90ddfc55be9a37dd15bc551aeee999d2e2b51414c54eaf934e4',
    opStack: true,
  }),
]

/** The network of a site that has not chosen one. */
export const defaultChainId = networks[0]?.chainId ?? 0

/** The network with this chain id, if the wallet has it. */
export const findNetwork = (chainId: number): Network | undefined =>
  networks.find((network) => network.chainId === chainId)
