import { chainTable } from '@/lib/network/chainTable'
import { coreOf } from '@/lib/network/networkNames'
import { chunkHook } from '../hooks/chunkHook'

/** A chain as the field knows it, with the URLs of its public RPC and its block explorer, if it has them. */
export type KnownChain = {
  chainId: number
  symbol: string
  name: string
  rpc?: string
  explorer?: string
}

/** The chains that viem knows, and the day of that list as `YYYY-MM-DD`. */
export type KnownChains = { chains: readonly KnownChain[]; date: string }

/** Reads a row of the list, in which an empty text stands for an RPC that a chain does not have. */
export const readChain = ([chainId, [symbol = '', name = '', rpc = '', explorer]]: [
  string,
  string[],
]): KnownChain => ({
  chainId: Number(chainId),
  symbol,
  name,
  ...(rpc === '' ? {} : { rpc }),
  ...(explorer === undefined ? {} : { explorer }),
})

/**
 * The chains that viem knows. Those that run on a developer's own machine are not among them: anyone's node may
 * say that it is one.
 */
export const useKnownChains = chunkHook<KnownChains>(async () => {
  const [{ default: chains }, { default: sources }] = await Promise.all([
    import('./knownChains.json'),
    import('@/lib/listed/sources.json'),
  ])
  return { chains: Object.entries(chains).map(readChain), date: sources.chains.date }
})

/** Names by which built-in chains are called beside their own; Ethereum's is Mainnet, of which nothing is left. */
const aliases = Object.entries(chainTable).map(
  ([name, { id, name: own }]) => ({ chainId: id, name: own, core: coreOf(name) }) as const,
)

/** The widely known chain of another ID that a network's name could be taken for. */
export const namesakeOf = (
  chainId: number,
  name: string,
  chains: readonly KnownChain[],
): { chainId: number; name: string } | undefined => {
  const core = coreOf(name)
  return [
    ...aliases,
    ...chains.map((one) => ({ chainId: one.chainId, name: one.name, core: coreOf(one.name) })),
  ].find((one) => one.chainId !== chainId && one.core === core)
}
