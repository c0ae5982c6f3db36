import { type Address, getAddress, type Hex, isAddress, slice } from 'viem'
import { sameAddress } from '../values/address'
import type { Receipt } from '../db/batchEvent'
import { eventsOf } from '../batch/journal'
import { journal, type Batch, type Call } from '../db'
import { knownFact, remember } from '../network/facts'
import { tokensOf, transferTopic } from '../simulate/tokens'

/** A token that an account may hold: a whole contract, or one token ID (decimal). */
export type HeldAsset = {
  standard: 'ERC20' | 'ERC721' | 'ERC1155'
  address: Address
  tokenId?: string
}

/** The most tokens to keep for an account on a chain: the latest ones. */
const most = 500

const isOf = (account: Address, topic: Hex | undefined): boolean =>
  topic?.length === 66 && sameAddress(slice(topic, 12), account)

/** Returns the tokens that an account's calls name, and those that logs of receipts move to or from it. */
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

/** Key of an asset on a chain: contract and token ID. */
export const heldAssetKey = ({ address, tokenId }: Omit<HeldAsset, 'standard'>): string =>
  [address.toLowerCase(), ...(tokenId === undefined ? [] : [tokenId])].join(':')

/** Removes duplicate assets. */
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

/**
 * Returns the tokens in the wallet's own batches on a chain. Batches older than every live one are read only
 * once.
 */
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
  // A live batch may still get receipts: it is read again next time.
  await remember(key, { next: Math.min(next, live[0]?.createdAt ?? Infinity), assets })
  return assets
}
