import { type Address, getAddress, type Hex, isAddress, slice } from 'viem'
import { sameAddress } from '../values/address'
import type { Receipt } from '../db/batchEvent'
import { eventsOf } from '../batch/journal'
import { journal, type Batch, type Call } from '../db'
import { decodeCall } from '../decode/call'
import { knownFact, remember } from '../network/facts'
import { tokensOf } from '../simulate/tokens'
import { transferTopic } from '../values/eventTopics'

/** A token that an account may hold: a whole contract, or one token ID (decimal). */
export type HeldAsset = {
  standard: 'ERC20' | 'ERC721' | 'ERC1155'
  address: Address
  tokenId?: string
}

/**
 * Tokens in an account's own batches: `own`, which its calls sent or approved, and `seen`, which calls or logs
 * name. Anybody can write a log, so that what is only seen is nobody's.
 */
export type Found = { own: HeldAsset[]; seen: HeldAsset[] }

/** The most tokens of each kind to keep for an account on a chain: the latest ones. */
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

/** Returns the tokens that calls of an account send or approve, some of them at least. */
export const ownIn = (account: Address, calls: readonly Call[]): HeldAsset[] =>
  calls.flatMap(({ to, data }): HeldAsset[] => {
    const call = decodeCall(data)
    const asset = (address: Address): HeldAsset[] => [{ standard: 'ERC20', address }]
    switch (call.kind) {
      case 'transfer':
      case 'approve':
        // Sending nothing, and taking an allowance back, is no sign that the account knows the token.
        return to && call.amount > 0n ? asset(getAddress(to)) : []
      case 'transferFrom':
        return to && call.amount > 0n && sameAddress(call.from, account)
          ? asset(getAddress(to))
          : []
      case 'swap':
        return asset(call.tokenIn)
      default:
        return []
    }
  })

const inBatch = async (account: Address, batch: Batch): Promise<Found> => {
  const events = await eventsOf(batch.key)
  const receipts = events.flatMap((event) =>
    event.type === 'sealed' || event.type === 'included' ? [event.receipt] : [],
  )
  const seenIn = receipts.flatMap(({ logs }) => logs)
  if (!sameAddress(batch.from, account)) return { own: [], seen: assetsIn(account, [], seenIn) }
  const done = new Set(
    receipts.filter(({ status }) => status === '0x1').map((one) => one.transactionHash),
  )
  const ran = new Set(
    events.flatMap((event) =>
      event.type === 'signed' && event.kind === 'call' && done.has(event.hash) ? [event.index] : [],
    ),
  )
  const calls = batch.calls.filter((_, at) => ran.has(batch.mode === 'sequence' ? at : 0))
  return { own: ownIn(account, calls), seen: assetsIn(account, batch.calls, seenIn) }
}

const step = 200

/**
 * Returns the tokens in the wallet's own batches on a chain. Batches older than every live one are read only
 * once.
 */
export const foundAssets = async (chainId: number, account: Address): Promise<Found> => {
  // Facts under `found:` are those of an earlier version, which did not tell own tokens from others.
  const key = `dealt:${chainId}:${account}`
  const known = await knownFact<Found & { next: number }>(key)
  let { next, own, seen } = known ?? { next: 0, own: [], seen: [] }
  const live = await journal.batches.where({ live: 1 }).sortBy('createdAt')
  for (;;) {
    const rows = journal.batches.where('createdAt').aboveOrEqual(next)
    const batches = await rows.limit(step).toArray()
    const found = await Promise.all(
      batches.filter((batch) => batch.chainId === chainId).map((batch) => inBatch(account, batch)),
    )
    own = distinct([...own, ...found.flatMap((one) => one.own)]).slice(-most)
    seen = distinct([...seen, ...found.flatMap((one) => one.seen)]).slice(-most)
    const last = batches.at(-1)?.createdAt
    if (last !== undefined) next = last + 1
    if (batches.length < step) break
  }
  // A live batch may still get receipts: it is read again next time.
  await remember(key, { next: Math.min(next, live[0]?.createdAt ?? Infinity), own, seen })
  return { own, seen }
}
