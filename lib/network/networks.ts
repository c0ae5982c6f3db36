import type { Network } from './network'
import type { NetworkChoice } from '../db'
import { builtIn } from './builtIn'
import { hostOfUrl, isLoopback } from './url'

/**
 * Returns the URLs of a network's RPCs in the order they are asked: the user's first, then the public one
 * unless they replace it.
 */
export const orderOf = (
  publicUrl: string | undefined,
  { urls = [], isPublicToo }: Pick<NetworkChoice, 'urls' | 'isPublicToo'> = {},
): readonly string[] => {
  const isPublic = publicUrl !== undefined && (urls.length === 0 || isPublicToo)
  return isPublic ? [...urls, publicUrl] : urls
}

/** Refresh interval assumed for a custom network, in ms: its block time is not known. */
const refreshOf = (isLocal: boolean) => (isLocal ? 200 : 1000)

const custom = (row: NetworkChoice): Network[] => {
  if (!row.custom) return []
  const { genesis, explorer, ...own } = row.custom
  const urls = orderOf(undefined, row)
  const isLocal = urls.every(isLoopback)
  return [
    {
      chainId: row.chainId,
      ...own,
      isCustom: true,
      isLocal,
      hosts: urls.map(hostOfUrl),
      refresh: refreshOf(isLocal),
      ...(row.isHidden ? { isHidden: true } : {}),
      ...(explorer === undefined ? {} : { explorer }),
      ...(genesis && !isLocal ? { genesis } : {}),
    },
  ]
}

const assemble = (rows: readonly NetworkChoice[]): readonly Network[] => [
  ...builtIn.map(({ url, ...own }): Network => {
    const row = rows.find(({ chainId }) => chainId === own.chainId)
    const urls = orderOf(url, row)
    return {
      ...own,
      hosts: urls.map(hostOfUrl),
      isLocal: isLoopback(url) && urls.every(isLoopback),
      ...(row?.isHidden ? { isHidden: true } : {}),
    }
  }),
  ...rows.filter(({ chainId }) => builtIn.every((own) => own.chainId !== chainId)).flatMap(custom),
]

/** All networks, built-in ones first, the default one in front. Replaced by a new array on each change. */
export let networks: readonly Network[] = assemble([])

/** Rebuilds `networks` from the stored rows; until the first call it holds the built-in networks. */
export const setNetworks = (rows: readonly NetworkChoice[]): void => {
  networks = assemble(rows)
}

/** Chain ID of a site that has not chosen a network. */
export const defaultChainId = networks[0]?.chainId ?? 0

/** Returns the network with this chain ID, or undefined. */
export const findNetwork = (chainId: number): Network | undefined =>
  networks.find((network) => network.chainId === chainId)

/** True for a network that comes with the wallet. */
export const isBuiltIn = (chainId: number): boolean =>
  builtIn.some((network) => network.chainId === chainId)

/** Returns the networks that are not hidden. */
export const shownNetworks = (): readonly Network[] => networks.filter(({ isHidden }) => !isHidden)
