import Dexie, { type Transaction } from 'dexie'
import { journal } from '../db'
import { fold, foldOn, type State } from './state'

/** A batch's state after its first `count` events; `last`: the last of these as text. */
export type Folded = { count: number; last: string; state: State }

/** How many batches' states are kept. */
const most = 200

/**
 * The newest folds, so that an event costs the same whatever came before it. Events on disk stay the truth:
 * only what is committed is kept, and each read starts at the last event that was folded.
 */
const known = new Map<string, Folded>()
journal.events.hook('deleting', () => known.clear())

const keep = (key: string, folded: Folded): void => {
  // A transaction that writes may yet be undone.
  const transaction = Dexie.currentTransaction as Transaction | null
  if (transaction && transaction.mode !== 'readonly') return
  if (known.size >= most && !known.has(key)) known.clear()
  known.set(key, folded)
}

/** Reads the events from the last one that was folded; undefined if it is not on disk as it was. */
const readOn = async (key: string, from: Folded | undefined): Promise<Folded | undefined> => {
  const first = from ? from.count - 1 : Dexie.minKey
  const range = journal.events.where('[key+seq]').between([key, first], [key, Dexie.maxKey])
  const events = (await range.toArray()).map(({ event }) => event)
  if (from && JSON.stringify(events.shift()) !== from.last) return undefined
  const newest = events.at(-1)
  if (!newest) return from ?? { count: 0, last: '', state: fold([]) }
  return {
    count: (from?.count ?? 0) + events.length,
    last: JSON.stringify(newest),
    state: from ? foldOn(from.state, events) : fold(events),
  }
}

/** Returns a batch's state, and how many events led to it. */
export const foldedOf = async (key: string): Promise<Folded> => {
  const folded = (await readOn(key, known.get(key))) ?? (await readOn(key, undefined))
  if (!folded) throw new Error('the events of a batch were not read')
  if (folded.count > 0) keep(key, folded)
  return folded
}
