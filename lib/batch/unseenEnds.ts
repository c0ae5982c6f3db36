import type { Batch } from '../db'
import type { Event } from '../db/batchEvent'
import { fold, type State } from './state'
import { statusCode } from './status'

/** What the user stopped, or did not want again, is no news to them. */
const isNews = (batch: Batch, state: State): boolean => {
  const code = statusCode(batch, state)
  const isWanted = state.stopped === 'user' || state.stopped === 'refused'
  return code !== 100 && !(code === 400 && isWanted)
}

/** Whether `events`, after those `before`, are the first by which a batch has ended: a re-org makes it no news again. */
export const isFirstEnd = (
  batch: Batch,
  before: readonly Event[],
  events: readonly Event[],
): boolean =>
  isNews(batch, fold([...before, ...events])) &&
  !before.some((_, at) => isNews(batch, fold(before.slice(0, at + 1))))
