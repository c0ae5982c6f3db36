import Dexie, { type Transaction } from 'dexie'
import { bytesToHex, type Address } from 'viem'
import { journal, type Batch } from '../db'
import { keepSetting, setting } from '../db/settings'
import { createEmitter } from '../db/emitter'
import type { Event } from '../db/batchEvent'
import { reapprovalId, reapprovalOf } from './reapproval'
import { isAbandoned, isEnded } from './machine'
import { isFirstEnd } from './unseenEnds'
import { fold, type State } from './state'
import { recordUse, useTables } from './usedNonces'

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
export const stateOf = async (key: string): Promise<State> => fold(await eventsOf(key))

/** Writes a batch and its first event; runs in the transaction that settles the approval. */
export const addBatch = async (batch: Batch): Promise<void> => {
  const { key, createdAt: at } = batch
  await Promise.all([
    journal.batches.add(batch),
    journal.events.add({ key, seq: 0, at, event: { type: 'approved' } }),
  ])
}

/**
 * Appends events in one transaction and returns the new state; on disk when this resolves. Also writes or
 * deletes the approval row that asks the user again. `at` in ms since 1970.
 */
export const append = async (key: string, events: readonly Event[], at: number): Promise<State> => {
  const { batches, approvals, settings } = journal
  const tables = [batches, journal.events, approvals, settings, ...useTables()]
  const state = await journal.transaction('rw', tables, async () => {
    const before = await eventsOf(key)
    await journal.events.bulkAdd(
      events.map((event, index) => ({ key, seq: before.length + index, at, event })),
    )
    const after = fold([...before, ...events])
    if (isOver(after)) await batches.update(key, { live: 0 })
    const batch = await batches.get(key)
    if (batch) await recordUse(batch, events, after)
    if (batch && isFirstEnd(batch, before, events))
      await keepSetting('ended', [...(await setting('ended')), { key }])
    const wasAsked = fold(before).asked !== undefined
    const question =
      batch && after.asked && !isEnded(batch, after) ? reapprovalOf(batch, after, at) : undefined
    if (!question && wasAsked) await approvals.delete(reapprovalId(key))
    // A repeated question keeps its place in the approval window.
    const known = wasAsked ? await approvals.get(reapprovalId(key)) : undefined
    if (question) await approvals.put({ ...question, createdAt: known?.createdAt ?? at })
    return after
  })
  tell()
  return state
}

/** Emits `changed` after the outermost transaction commits, because listeners read the database. */
const tell = (): void => {
  const outer = Dexie.currentTransaction as Transaction | null
  if (outer) outer.on('complete', () => Dexie.ignoreTransaction(() => batchesChanged.emit()))
  else batchesChanged.emit()
}

const isOver = (state: State): boolean =>
  state.final ||
  isAbandoned(state) ||
  (state.stopped !== undefined && state.transactions.length === 0)

/** Returns the batches that may still change, oldest first. */
export const liveBatches = (): Promise<Batch[]> =>
  journal.batches.where({ live: 1 }).sortBy('createdAt')

/** A batch together with its state. */
export type Placed = { batch: Batch; state: State }

/** Returns the live batches, of a chain or account if given, with states of one moment; oldest first. */
export const livePlaces = (of: { chainId?: number; from?: Address } = {}): Promise<Placed[]> =>
  journal.transaction('r', journal.batches, journal.events, async () => {
    const live = await liveBatches()
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
