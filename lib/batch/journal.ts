import Dexie, { type Transaction } from 'dexie'
import { bytesToHex, type Address } from 'viem'
import { journal, type Batch } from '../db'
import { keepSetting, setting } from '../db/settings'
import { createEmitter } from '../db/emitter'
import type { Event } from '../db/batchEvent'
import { reapprovalId, reapprovalOf } from './reapproval'
import { isEnded } from './machine'
import { isFirstEnd } from './unseenEnds'
import { fold, type State } from './state'

/** An event was appended. */
export const batchesChanged = createEmitter()

/** A batch's events, first to last. */
export const eventsOf = async (key: string): Promise<Event[]> =>
  (
    await journal.events
      .where('[key+seq]')
      .between([key, Dexie.minKey], [key, Dexie.maxKey])
      .sortBy('seq')
  ).map(({ event }) => event)

/** A batch's state. */
export const stateOf = async (key: string): Promise<State> => fold(await eventsOf(key))

/** Writes a batch and its first event: part of the transaction that settles the approval. */
export const addBatch = async (batch: Batch): Promise<void> => {
  const { key, createdAt: at } = batch
  await Promise.all([
    journal.batches.add(batch),
    journal.events.add({ key, seq: 0, at, event: { type: 'approved' } }),
  ])
}

/**
 * Appends events in one transaction that is on disk when this resolves; the question that they put to
 * the user, or answer, is part of it. `at` in ms since 1970.
 */
export const append = async (key: string, events: readonly Event[], at: number): Promise<State> => {
  const { batches, approvals, settings } = journal
  const tables = [batches, journal.events, approvals, settings]
  const state = await journal.transaction('rw', tables, async () => {
    const before = await eventsOf(key)
    await journal.events.bulkAdd(
      events.map((event, index) => ({ key, seq: before.length + index, at, event })),
    )
    const after = fold([...before, ...events])
    if (isOver(after)) await batches.update(key, { live: 0 })
    const batch = await batches.get(key)
    if (batch && isFirstEnd(batch, before, events))
      await keepSetting('ended', [...(await setting('ended')), { key }])
    const wasAsked = fold(before).asked !== undefined
    const question =
      batch && after.asked && !isEnded(batch, after) ? reapprovalOf(batch, after, at) : undefined
    if (!question && wasAsked) await approvals.delete(reapprovalId(key))
    // It keeps its place in the window.
    const known = wasAsked ? await approvals.get(reapprovalId(key)) : undefined
    if (question) await approvals.put({ ...question, createdAt: known?.createdAt ?? at })
    return after
  })
  tell()
  return state
}

/** Once it is on disk, which an outer transaction decides: what listens reads what is there. */
const tell = (): void => {
  const outer = Dexie.currentTransaction as Transaction | null
  if (outer) outer.on('complete', () => Dexie.ignoreTransaction(() => batchesChanged.emit()))
  else batchesChanged.emit()
}

const isOver = (state: State): boolean =>
  state.final ||
  state.stopped === 'reset' ||
  (state.stopped !== undefined && state.transactions.length === 0)

/** The batches of which something may still change, oldest first. */
export const liveBatches = (): Promise<Batch[]> =>
  journal.batches.where({ live: 1 }).sortBy('createdAt')

/** A batch and its state. */
export type Placed = { batch: Batch; state: State }

/** The live batches, or those of a chain or an account on it, with their states as of one moment; oldest first. */
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

/** The batch behind an id of a site: the active account's first, then the newest. */
export const findBatch = async (
  origin: string,
  id: string,
  active?: string,
): Promise<Batch | undefined> => {
  const found = await journal.batches.where({ origin, id }).sortBy('createdAt')
  return found.find(({ from }) => from === active) ?? found.at(-1)
}

/** The batch that an approved request became. */
export const batchOf = async (key: string): Promise<Batch> => {
  const batch = await journal.batches.get(key)
  if (!batch) throw new Error('approved, but without a batch')
  return batch
}

/** Whether a batch has this id, or had it; for one transaction with the reservation. */
export const isTaken = async (origin: string, from: string, id: string): Promise<boolean> =>
  (await journal.batches.where({ origin, from, id }).count()) > 0 ||
  (await journal.tombstones.where({ origin, from, id }).count()) > 0

/** An id of the wallet's own: 32 random bytes that begin with a non-zero digit. */
export const randomId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  bytes[0] = (bytes[0] ?? 0) | 0x10
  return bytesToHex(bytes)
}

/** Waits until a batch's state answers a question, or answering it throws. */
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
