import { type Address, getAddress, type Hex, isAddress, slice } from 'viem'
import { sameAddress } from '../values/address'
import type { Receipt } from '../db/batchEvent'
import { eventsOf } from '../batch/journal'
import { journal, type Batch, type Call } from '../db'
import { knownFact, remember } from '../network/facts'
import { tokensOf, transferTopic } from '../simulate/tokens'

/** A token that an account may hold: all of a contract's, or a single one of them (decimal). */
export type HeldAsset = {
  standard: 'ERC20' | 'ERC721' | 'ERC1155'
  address: Address
  tokenId?: string
}

/** So many are kept for an account on a chain: what it last dealt with. */
const most = 500

const isOf = (account: Address, topic: Hex | undefined): boolean =>
  topic?.length === 66 && sameAddress(slice(topic, 12), account)

/** The tokens that an account's calls name, and those that receipts say came to it or left it. */
export const assetsIn = (
  account: Address,
  calls: readonly Call[],
  logs: Receipt['logs'],
): HeldAsset[] => [
  ...calls.flatMap(tokensOf).map((address) => ({ standard: 'ERC20' as const, address })),
  ...logs.flatMap(({ address: at, topics: [event, from, to, id] }): HeldAsset[] => {
    if (!isAddress(at, { strict: false })) return []
    const address = getAddress(at)
    if (event !== transferTopic || !(isOf(account, from) || isOf(account, to))) return []
    return [
      id === undefined
        ? { standard: 'ERC20', address }
        : { standard: 'ERC721', address, tokenId: BigInt(id).toString() },
    ]
  }),
]

/** The key of an asset on a chain. */
export const heldAssetKey = ({ address, tokenId }: Omit<HeldAsset, 'standard'>): string =>
  [address.toLowerCase(), ...(tokenId === undefined ? [] : [tokenId])].join(':')

/** Each once. */
export const distinct = (assets: readonly HeldAsset[]): HeldAsset[] => [
  ...new Map(assets.map((asset) => [heldAssetKey(asset), asset])).values(),
]

const inBatch = async (account: Address, batch: Batch): Promise<HeldAsset[]> => {
  const receipts = (await eventsOf(batch.key)).flatMap((event) =>
    event.type === 'sealed' || event.type === 'included' ? [event.receipt] : [],
  )
  const calls = sameAddress(batch.from, account) ? batch.calls : []
  return assetsIn(
    account,
    calls,
    receipts.flatMap(({ logs }) => logs),
  )
}

const step = 200

/** The tokens that the wallet's own activity on a chain tells of; what was read of it once is not read again. */
export const foundAssets = async (chainId: number, account: Address): Promise<HeldAsset[]> => {
  const key = `found:${chainId}:${account}`
  const known = await knownFact<{ next: number; assets: HeldAsset[] }>(key)
  let { next, assets } = known ?? { next: 0, assets: [] }
  const live = await journal.batches.where({ live: 1 }).sortBy('createdAt')
  for (;;) {
    const rows = journal.batches.where('createdAt').aboveOrEqual(next)
    const batches = await rows.limit(step).toArray()
    const found = await Promise.all(
      batches.filter((batch) => batch.chainId === chainId).map((batch) => inBatch(account, batch)),
    )
    assets = distinct([...assets, ...found.flat()]).slice(-most)
    const last = batches.at(-1)?.createdAt
    if (last !== undefined) next = last + 1
    if (batches.length < step) break
  }
  // A batch that may still get receipts is read again.
  await remember(key, { next: Math.min(next, live[0]?.createdAt ?? Infinity), assets })
  return assets
}
