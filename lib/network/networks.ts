import type { Network } from './network'
import type { Hash } from 'viem'
import type { NetworkChoice } from '../db'
import { builtIn } from './builtIn'
import { hostOfUrl, isLoopback } from './url'

/** The RPCs of a network in the order they are asked: the user's own, and the public one unless they replace it. */
export const orderOf = (
  publicUrl: string | undefined,
  { urls = [], isPublicToo }: Pick<NetworkChoice, 'urls' | 'isPublicToo'> = {},
): readonly string[] => {
  const isPublic = publicUrl !== undefined && (urls.length === 0 || isPublicToo)
  return isPublic ? [...urls, publicUrl] : urls
}

/** How often a network of the user's own is taken to change, in ms: its blocks are not known. */
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

/** The networks, the default one first, then those of the user's own. Another array once they change. */
export let networks: readonly Network[] = assemble([])

/** Takes in what is stored; until then the built-in networks stand. */
export const setNetworks = (rows: readonly NetworkChoice[]): void => {
  networks = assemble(rows)
}

/** The network of a site that has not chosen one. */
export const defaultChainId = networks[0]?.chainId ?? 0

/** The network with this chain id, if the wallet has it. */
export const findNetwork = (chainId: number): Network | undefined =>
  networks.find((network) => network.chainId === chainId)

/** The networks that are offered. */
export const shownNetworks = (): readonly Network[] => networks.filter(({ isHidden }) => !isHidden)
