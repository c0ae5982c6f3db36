import { useLiveQuery } from 'dexie-react-hooks'
import { became, fits, isHash, type ActivityFilter } from './filter'
import { batchesAhead } from '@/lib/batch/lane'
import { hasOver, shownBatches } from '@/lib/batch/clearActivity'
import { countCleared } from '@/lib/incoming/incoming'
import { readLivePlaces, stateOf } from '@/lib/batch/journal'
import { isToSign } from '@/lib/batch/machine'
import { statusCode } from '@/lib/batch/status'
import type { State } from '@/lib/batch/state'
import { journal, type Batch } from '@/lib/db'
import { deviceOf } from '@/lib/devices/isOnDevice'
import { readAsked } from '../devices/readAsked'

/** A batch, how far it got, and whether another one of its account has to be through first. */
export type BatchView = {
  batch: Batch
  state: State
  isQueued: boolean
  /** Kind of the device that is asked to sign it, or to go on; none before, as a node may yet refuse what comes first. */
  device?: 'ledger' | 'qr'
}

/** A page of the activity, newest first; `hasMore` if older batches follow. */
export type ActivityPage = { views: BatchView[]; hasMore: boolean }

const pageSize = 20

/** How many rows are read at a time while what is looked for is rare. */
const step = 100

/** The batches that have a transaction or operation of this hash; no index has it, so all events are gone through. */
export const withHash = async (text: string): Promise<ReadonlySet<string>> => {
  const hash = text.trim().toLowerCase()
  const rows = journal.events.filter(
    ({ event }) => (event.type === 'signed' || event.type === 'operation') && event.hash === hash,
  )
  return new Set((await rows.toArray()).map(({ key }) => key))
}

/**
 * A page of the activity: what was approved before `below`, back to `from`, both in ms since 1970, and fits
 * the filter. The last page has no `from`; it is as long as a page is.
 */
export const readPage = async (
  below?: number,
  from?: number,
  filter: ActivityFilter = {},
): Promise<ActivityPage> => {
  const isFit = fits(filter, isHash(filter.text) ? await withHash(filter.text ?? '') : new Set())
  const most = from === undefined ? pageSize + 1 : Infinity
  const size = filter.became === undefined ? most : step
  const found: Batch[] = []
  let end = below
  while (found.length < most) {
    const rows = shownBatches(from, end).reverse().and(isFit)
    const some = await (size === Infinity ? rows : rows.limit(size)).toArray()
    const isWanted = await Promise.all(some.map((batch) => hasBecome(filter, batch)))
    found.push(...some.filter((_, index) => isWanted[index]))
    if (some.length < size) break
    end = some.at(-1)?.createdAt
  }
  const page = from === undefined ? found.slice(0, pageSize) : found
  return { views: await Promise.all(page.map(viewOf)), hasMore: page.length < found.length }
}

const hasBecome = async (filter: ActivityFilter, batch: Batch): Promise<boolean> =>
  filter.became === undefined || became(filter, batch, await stateOf(batch.key))

/** Returns a page of the activity, live; undefined while it is read. */
export const usePage = (
  below?: number,
  from?: number,
  filter?: ActivityFilter,
): ActivityPage | undefined =>
  useLiveQuery(() => readPage(below, from, filter), [below, from, filter])

/** Reads the batches under way, then the newest of the others, live; undefined while they are read. */
export const useRecent = (): BatchView[] | undefined =>
  useLiveQuery(async () => {
    const live = await journal.batches.where({ live: 1 }).reverse().sortBy('createdAt')
    const last = await shownBatches().reverse().limit(3).toArray()
    const views = await Promise.all(live.map(viewOf))
    const open = views.filter(({ batch, state }) => statusCode(batch, state) === 100)
    const keys = new Set(open.map(({ batch }) => batch.key))
    return [...open, ...(await Promise.all(last.filter(({ key }) => !keys.has(key)).map(viewOf)))]
  })

/** Tells if the activity shows any batch, and any that may be cleared; undefined while that is read. */
export const useShown = (): { any: boolean; over: boolean } | undefined =>
  useLiveQuery(async () => ({
    any: (await shownBatches().first()) !== undefined,
    over: await hasOver(),
  }))

/** How many batches and receipts were cleared at that time and not taken back; undefined while they are counted. */
export const useCleared = (at: number): number | undefined =>
  useLiveQuery(async () => {
    const batches = await journal.batches.where({ clearedAt: at }).count()
    return batches + (await countCleared(at))
  }, [at])

/** The batches that may still change. */
export const useLiveBatches = (): BatchView[] | undefined =>
  useLiveQuery(async () =>
    Promise.all((await journal.batches.where({ live: 1 }).toArray()).map(viewOf)),
  )

/** One batch; null if there is none, undefined while it is read. */
export const useBatch = (key: string): BatchView | null | undefined =>
  useLiveQuery(async () => {
    const batch = await journal.batches.get(key)
    return batch ? viewOf(batch) : null
  }, [key])

/**
 * Reads how far a batch got. Both the runner and this ask `batchesAhead` who comes first, so that the page
 * gives the reason for which nothing is signed yet.
 */
export const viewOf = async (batch: Batch): Promise<BatchView> => {
  const { key, chainId, from } = batch
  const state = await stateOf(key)
  const isQueued =
    state.transactions.length === 0 &&
    batchesAhead(await readLivePlaces({ chainId, from }), key).length > 0
  // Most batches are signed: of their accounts nothing is read.
  const isAsked = isToSign(batch, state) && (await readAsked(key)) !== undefined
  const device = isAsked ? await deviceOf(from) : undefined
  return { batch, state, isQueued, ...(device ? { device } : {}) }
}
