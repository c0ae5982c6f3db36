import Dexie, { type Transaction } from 'dexie'
import { bytesToHex, type Address } from 'viem'
import { journal, type Batch } from '../db'
import { createRowCache } from '../db/rowCache'
import { keepSetting, setting } from '../db/settings'
import { createEmitter } from '../db/emitter'
import type { Event } from '../db/batchEvent'
import { reapprovalId, reapprovalOf } from './reapproval'
import { isAbandoned, isEnded, openTransaction } from './machine'
import { foldedOf } from './foldCache'
import { newRefusals } from './refusalNews'
import { hadEnded, isNews } from './unseenEnds'
import { fold, foldOn, type State } from './state'
import { provesUse, recordUse, useTables } from './usedNonces'

/** Emits once appended batch events are on disk. */
export const batchesChanged = createEmitter()

/** Returns a batch's events, first to last. */
export const eventsOf = async (key: string): Promise<Event[]> =>
  (
    await journal.events
      .where('[key+seq]')
      .between([key, Dexie.minKey], [key, Dexie.maxKey])
      .sortBy('seq')
  ).map(({ event }) => event)

/** Returns a batch's state, the fold of its stored events. */
export const stateOf = async (key: string): Promise<State> => (await foldedOf(key)).state

/**
 * Writes a batch and its first events: its approval, then those of a transaction that was signed at once. Runs in the
 * transaction that settles the approval.
 */
export const addBatch = async (batch: Batch, first: readonly Event[] = []): Promise<void> => {
  const { key, createdAt: at } = batch
  const events: Event[] = [{ type: 'approved' }, ...first]
  await Promise.all([
    journal.batches.add({ ...batch, told: 0 }),
    journal.events.bulkAdd(events.map((event, seq) => ({ key, seq, at, event }))),
    recordUse(batch, first, fold(events)),
  ])
}

/**
 * Appends events in one transaction and returns the new state; on disk when this resolves. Also writes or
 * deletes the approval row that asks the user again. `at` in ms since 1970.
 */
export const append = async (key: string, events: readonly Event[], at: number): Promise<State> => {
  const { batches, approvals, settings, signings } = journal
  const tables = [batches, journal.events, approvals, settings, signings, ...useTables()]
  const state = await journal.transaction('rw', tables, async () => {
    const { count, state: before } = await foldedOf(key)
    await journal.events.bulkAdd(
      events.map((event, index) => ({ key, seq: count + index, at, event })),
    )
    const after = foldOn(before, events)
    if (events.some(endsAsking)) await withdraw(key)
    const used = events.filter(provesUse)
    const signer = used.length > 0 ? await rows.get(key) : undefined
    if (signer) await recordUse(signer, used, after)
    if (isOver(after)) await batches.update(key, { live: 0 })
    const wasAsked = before.asked !== undefined
    const mayEnd = isAbandoned(after) || !openTransaction(after)
    // The row of a thousand calls is read only where it is needed.
    const batch = mayEnd || after.asked ? await batches.get(key) : undefined
    // After a reorg, a second end is no news.
    if (batch && batch.told !== 1 && isNews(batch, after)) {
      await batches.update(key, { told: 1 })
      const isOld = batch.told === undefined
      const wasTold = isOld && hadEnded(batch, (await eventsOf(key)).slice(0, count))
      if (!wasTold) await keepSetting('ended', [...(await setting('ended')), { key }])
    }
    // Events of before are read only where a node has refused something.
    if (events.some(({ type }) => type === 'refused')) {
      const news = newRefusals((await eventsOf(key)).slice(0, count), events)
      const added = news.map((reason) => ({ key, reason }))
      if (added.length > 0)
        await keepSetting('refusals', [...(await setting('refusals')), ...added])
    }
    const question =
      batch && after.asked && !isEnded(batch, after) ? reapprovalOf(batch, after, at) : undefined
    if (!question && wasAsked) await approvals.delete(reapprovalId(key))
    // A repeated question keeps its place in the approval window.
    const known = wasAsked ? await approvals.get(reapprovalId(key)) : undefined
    if (question) await approvals.put({ ...question, createdAt: known?.createdAt ?? at })
    return after
  })
  // Listeners read the database.
  onceOnDisk(() => batchesChanged.emit())
  return state
}

/** True if a device is asked no more for what a batch asked it for: it is signed, in a block, or not to be signed. */
const endsAsking = ({ type }: Event): boolean =>
  type === 'signed' || type === 'included' || type === 'asked' || type === 'stopped'

/** Deletes what a device is asked to sign for a batch; nothing is written where it is asked for nothing. */
const withdraw = async (key: string): Promise<void> => {
  const ids = await journal.signings.where({ key }).primaryKeys()
  if (ids.length > 0) await journal.signings.bulkDelete(ids)
}

/** Runs once the outermost transaction is on the disk, and never if it is not; at once outside of one. */
export const onceOnDisk = (run: () => void): void => {
  let outer = Dexie.currentTransaction as Transaction | null
  // One within another is over before anything is on the disk.
  while (outer?.parent) outer = outer.parent
  if (outer) outer.on('complete', () => Dexie.ignoreTransaction(run))
  else run()
}

const isOver = (state: State): boolean =>
  state.final ||
  isAbandoned(state) ||
  (state.stopped !== undefined && state.transactions.length === 0)

/** The rows of live batches, for the background alone: those of a thousand calls take long to read. */
const rows = createRowCache(journal.batches, 100)

/** Returns the batches that may still change, oldest first. For the background alone. */
export const liveBatches = async (): Promise<Batch[]> => {
  const keys = await journal.batches.where({ live: 1 }).primaryKeys()
  const found = await Promise.all(keys.map((key) => rows.get(key)))
  return found
    .flatMap((batch) => (batch?.live === 1 ? batch : []))
    .sort((a, b) => a.createdAt - b.createdAt)
}

/** A batch together with its state. */
export type Placed = { batch: Batch; state: State }

/** Which batches to read: those of a chain or account, if given. */
type Of = { chainId?: number; from?: Address }

/**
 * Returns the live batches, of a chain or account if given, with states of one moment; oldest first. For the
 * background alone.
 */
export const livePlaces = (of: Of = {}): Promise<Placed[]> => placesOf(liveBatches, of)

/** Returns what `livePlaces` does, for pages: they learn of a write only by reading the rows. */
export const readLivePlaces = (of: Of): Promise<Placed[]> =>
  placesOf(() => journal.batches.where({ live: 1 }).sortBy('createdAt'), of)

const placesOf = (read: () => Promise<Batch[]>, of: Of): Promise<Placed[]> =>
  journal.transaction('r', journal.batches, journal.events, async () => {
    const live = await read()
    return Promise.all(
      live
        .filter((batch) => (of.chainId ?? batch.chainId) === batch.chainId)
        .filter((batch) => (of.from ?? batch.from) === batch.from)
        .map(async (batch) => ({ batch, state: await stateOf(batch.key) })),
    )
  })

/** Returns a site's batch with this ID: the active account's if there is one, else the newest. */
export const findBatch = async (
  origin: string,
  id: string,
  active?: string,
): Promise<Batch | undefined> => {
  const found = await journal.batches.where({ origin, id }).sortBy('createdAt')
  return found.find(({ from }) => from === active) ?? found.at(-1)
}

/** Returns the batch of an approved request. Throws if none is stored. */
export const batchOf = async (key: string): Promise<Batch> => {
  const batch = await journal.batches.get(key)
  if (!batch) throw new Error('approved, but without a batch')
  return batch
}

/** True if a batch has or had this ID; runs in the transaction that reserves the ID. */
export const isTaken = async (origin: string, from: string, id: string): Promise<boolean> =>
  (await journal.batches.where({ origin, from, id }).count()) > 0 ||
  (await journal.tombstones.where({ origin, from, id }).count()) > 0

/** Returns a batch ID of the wallet's own: 32 random bytes as hex, the first digit not zero. */
export const randomId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  bytes[0] = (bytes[0] ?? 0) | 0x10
  return bytesToHex(bytes)
}

/** Waits until `answer` gives a value for a batch's state. Rejects if `answer` throws. */
export const until = async <T>(
  key: string,
  answer: (state: State) => T | undefined,
): Promise<T> => {
  for (;;) {
    const next = nextChange()
    const found = answer(await stateOf(key))
    if (found !== undefined) return found
    await next
  }
}

const nextChange = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = batchesChanged.on(() => {
      stop()
      resolve()
    })
  })
