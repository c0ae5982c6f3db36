import type { Hex } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { keyedMutex } from '../async'
import { cache, type Filter, type LogCriteria } from '../db'
import { rpcError } from '../rpc/errors'
import { hexText, maybe, quantity } from '../rpc/schema'
import { logFields } from './criteria'

/** A filter expires after this time without a request, in ms. */
const holds = 5 * 60_000

/** Maximum number of filters of one site; one more evicts the least recently used. */
const most = 256

/** Maximum number of blocks in one answer; the next answer continues after them. */
const span = { logs: 1_024, blocks: 128 }

const tag = maybe(
  v.union(
    [quantity, v.picklist(['earliest', 'latest', 'pending', 'safe', 'finalized'])],
    'must be a hex quantity or a block tag',
  ),
)
const isAbsent = (value: unknown) => value === undefined || value === null
const absent = v.pipe(
  v.unknown(),
  v.check(isAbsent, 'must be absent: ask eth_getLogs for one block'),
  v.transform(() => undefined),
)

/** Params of `eth_newFilter`. */
export const filterCriteria = object({
  ...logFields,
  fromBlock: tag,
  toBlock: tag,
  blockHash: v.optional(absent),
})

/** Params of `eth_getFilterChanges`, `eth_getFilterLogs` and `eth_uninstallFilter`: the filter's ID. */
export const filterId = v.tuple([v.string()])

/** Result of a filter: logs as the node returns them, or block hashes. */
export const found = v.array(v.unknown())

type Bounds = Partial<Record<'fromBlock' | 'toBlock', string | undefined>>
type FilterCriteria = LogCriteria & Bounds

/** Sender of a request: its site and network, and the request's ID, equal when the request is replayed. */
type By = {
  origin: string
  chainId: number
  asked: { id: string }
  node: Ask
}

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** Checks a node's answer against a schema. Throws 4901 if it does not match. */
const shaped = <T extends v.GenericSchema>(schema: T, given: unknown): v.InferOutput<T> => {
  const read = v.safeParse(schema, given)
  if (!read.success) throw rpcError('chainDisconnected', 'its node gives something else')
  return read.output
}

const newest = async (node: Ask): Promise<number> =>
  Number(shaped(hexText, await node('eth_blockNumber', [])))

/** Stores a filter that starts after the newest block; without criteria it reports block hashes. */
export const addFilter = async (
  id: Hex,
  { origin, chainId, node }: By,
  criteria?: FilterCriteria,
): Promise<Hex> => {
  const next = (await newest(node)) + 1
  const usedAt = Date.now()
  await cache.transaction('rw', cache.filters, async () => {
    await cache.filters
      .where('usedAt')
      .belowOrEqual(usedAt - holds)
      .delete()
    const old = await cache.filters.where({ origin }).sortBy('usedAt')
    await cache.filters.bulkDelete(
      old.slice(0, Math.max(0, old.length - most + 1)).map((one) => one.id),
    )
    await cache.filters.put({
      id,
      origin,
      chainId,
      next,
      usedAt,
      ...(criteria ? { criteria } : {}),
    })
  })
  return id
}

/** Stores a filter that reports the hashes of transactions as they enter the node's pending block. */
export const addPendingFilter = async (id: Hex, by: By): Promise<Hex> => {
  const seen = await pendingHashes(by.node)
  await addFilter(id, by)
  await cache.filters.update(id, { pending: { seen, told: [] } })
  return id
}

/** Result of a node that has no pending block: null, and then nothing is pending. */
const pendingBlock = v.nullable(object({ transactions: v.array(hexText) }))

const pendingHashes = async (node: Ask): Promise<Hex[]> =>
  shaped(pendingBlock, await node('eth_getBlockByNumber', ['pending', false]))?.transactions ?? []

/** Returns what entered the pending block since the last request, and notes it. */
const pendingChanges = async (id: string, by: By, { asked, pending }: Filter): Promise<Hex[]> => {
  const isAgain = asked?.id === by.asked.id
  const { seen = [], told = [] } = pending ?? {}
  const now = isAgain ? seen : await pendingHashes(by.node)
  const known = new Set(seen)
  const added = isAgain ? told : now.filter((hash) => !known.has(hash))
  await cache.filters.update(id, {
    asked: { id: by.asked.id, from: 0 },
    pending: { seen: now, told: added },
    usedAt: Date.now(),
  })
  return added
}

/**
 * Returns a site's own filter. Throws -32000 if it is unknown, expired, another site's or on another network.
 */
const find = async (id: string, { origin, chainId }: By): Promise<Filter> => {
  const filter = await cache.filters.get(id)
  const isOwn = filter?.origin === origin && filter.chainId === chainId
  if (!isOwn || Math.abs(Date.now() - filter.usedAt) >= holds) throw rpcError('unknownFilter')
  return filter
}

/** Mutex by filter ID: two parallel requests would get the same changes. */
const inTurn = keyedMutex()

/**
 * Returns the changes since the last request (`eth_getFilterChanges`); a replayed request gets its answer
 * again.
 */
export const changesOf = (id: string, by: By): Promise<unknown[]> =>
  inTurn(id, async () => {
    const filter = await find(id, by)
    if (filter.pending) return pendingChanges(id, by, filter)
    const { next, asked, criteria } = filter
    // With nothing told since, there is nothing to tell again.
    const isAgain = asked?.id === by.asked.id && asked.from < next
    const from = isAgain ? asked.from : next
    const width = criteria ? span.logs : span.blocks
    // If the node now fails, the next request begins there: who asked again has no answer yet.
    if (isAgain) await cache.filters.update(id, { next: from })
    const to = isAgain ? next - 1 : Math.min(await newest(by.node), from + width - 1)
    const told = to < from ? { found: [], next } : await between(by.node, from, to, criteria)
    // `update`, because `put` would restore a filter that was uninstalled meanwhile.
    await cache.filters.update(id, {
      next: told.next,
      asked: { id: by.asked.id, from },
      usedAt: Date.now(),
    })
    return told.found
  })

const hexOf = (height: number): Hex => `0x${height.toString(16)}`

/** Logs or hashes of a range of blocks, and the first block after it. */
type Part = { found: unknown[]; next: number }

const between = async (
  node: Ask,
  from: number,
  to: number,
  criteria?: FilterCriteria,
): Promise<Part> =>
  criteria
    ? { found: await logsBetween(node, from, to, criteria), next: to + 1 }
    : hashesBetween(node, from, to)

const logsBetween = async (node: Ask, from: number, to: number, criteria: FilterCriteria) => {
  const { fromBlock, toBlock } = criteria
  const first = fromBlock?.startsWith('0x') ? Math.max(from, Number(fromBlock)) : from
  const last = toBlock?.startsWith('0x') ? Math.min(to, Number(toBlock)) : to
  if (last < first) return []
  const bounds = { fromBlock: hexOf(first), toBlock: hexOf(last) }
  return shaped(found, await node('eth_getLogs', [{ ...criteria, ...bounds }]))
}

const hashOf = async (node: Ask, height: number): Promise<Hex> => {
  const block = await node('eth_getBlockByNumber', [hexOf(height), false])
  return shaped(object({ hash: hexText }), block).hash
}

/**
 * Returns the hashes before the first block that the node does not give. A site that may ask less than it lacks would
 * else never catch up. Throws if there are none.
 */
const hashesBetween = async (node: Ask, from: number, to: number): Promise<Part> => {
  const heights = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const answers = await Promise.allSettled(heights.map((height) => hashOf(node, height)))
  const hashes: Hex[] = []
  for (const answer of answers) {
    if (answer.status === 'fulfilled') hashes.push(answer.value)
    else if (hashes.length > 0) break
    else throw answer.reason
  }
  return { found: hashes, next: from + hashes.length }
}

/** Returns all logs that a filter matches, reported before or not (`eth_getFilterLogs`). */
export const filterLogs = async (id: string, by: By): Promise<unknown[]> => {
  const { criteria } = await find(id, by)
  if (!criteria) throw rpcError('unknownFilter')
  await cache.filters.update(id, { usedAt: Date.now() })
  return shaped(found, await by.node('eth_getLogs', [criteria]))
}

/** Deletes a filter (`eth_uninstallFilter`); false if the site has none of this ID. */
export const removeFilter = async (id: string, by: By): Promise<boolean> => {
  const filter = await find(id, by).catch(() => undefined)
  if (filter) await cache.filters.delete(id)
  return filter !== undefined
}
