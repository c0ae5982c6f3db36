import Dexie from 'dexie'
import { journal, type Batch } from '../db'

/** How many rows one write takes, so that a batch that runs meanwhile waits for none of them long. */
const step = 200

/** What the activity shows, oldest first. */
export const shownBatches = (from?: number, below?: number) =>
  journal.batches
    .where('[shown+createdAt]')
    .between([1, from ?? Dexie.minKey], [1, below ?? Dexie.maxKey], true, false)

const overBatches = () => shownBatches().and(({ live }) => live === 0)

/** Whether the activity shows anything that may be cleared. */
export const hasOver = async (): Promise<boolean> => (await overBatches().first()) !== undefined

const hide = (at: number) => (batch: Batch) => {
  batch.shown = 0
  batch.clearedAt = at
}

const show = (batch: Batch) => {
  batch.shown = 1
  delete batch.clearedAt
}

/** Hides a batch that is over; false if it is not. `at`, in ms since 1970, is what takes it back. */
export const clearOne = async (key: string, at: number): Promise<boolean> => {
  const isOver = ({ live, shown }: Batch) => live === 0 && shown === 1
  await journal.batches.where({ key }).and(isOver).modify(hide(at))
  return (await journal.batches.get(key))?.shown !== 1
}

/** Hides all that are over. */
export const clearOver = async (at: number): Promise<void> => {
  while ((await overBatches().limit(step).modify(hide(at))) > 0);
}

/** Shows again what was cleared at that time. */
export const unclear = async (at: number): Promise<void> => {
  while ((await journal.batches.where({ clearedAt: at }).limit(step).modify(show)) > 0);
}
