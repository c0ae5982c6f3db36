import Dexie from 'dexie'
import { journal, type Batch } from '../db'

/** Rows changed by one write, so that a running batch never waits long for the database. */
const step = 200

/** Batches listed in the activity, oldest first, created in [`from`, `below`) (ms since 1970). */
export const shownBatches = (from?: number, below?: number) =>
  journal.batches
    .where('[shown+createdAt]')
    .between([1, from ?? Dexie.minKey], [1, below ?? Dexie.maxKey], true, false)

const overBatches = () => shownBatches().and(({ live }) => live === 0)

/** True if the activity lists a batch that may be cleared: one that can no longer change. */
export const hasOver = async (): Promise<boolean> => (await overBatches().first()) !== undefined

const hide = (at: number) => (batch: Batch) => {
  batch.shown = 0
  batch.clearedAt = at
}

const show = (batch: Batch) => {
  batch.shown = 1
  delete batch.clearedAt
}

/** Hides a batch that is over; false if it may still change. `at` (ms since 1970) is for `unclear`. */
export const clearOne = async (key: string, at: number): Promise<boolean> => {
  const isOver = ({ live, shown }: Batch) => live === 0 && shown === 1
  await journal.batches.where({ key }).and(isOver).modify(hide(at))
  return (await journal.batches.get(key))?.shown !== 1
}

/** Hides all batches that are over. `at` (ms since 1970) is for `unclear`. */
export const clearOver = async (at: number): Promise<void> => {
  while ((await overBatches().limit(step).modify(hide(at))) > 0);
}

/** Lists the batches again that were cleared at `at` (ms since 1970). */
export const unclear = async (at: number): Promise<void> => {
  while ((await journal.batches.where({ clearedAt: at }).limit(step).modify(show)) > 0);
}
