import type { Batch } from '../db'
import type { Event } from '../db/batchEvent'
import { fold, type State } from './state'
import { statusCode } from './status'

/** True if a batch has ended, unless the user stopped or refused it themselves before anything ran. */
const isNews = (batch: Batch, state: State): boolean => {
  const code = statusCode(batch, state)
  const isWanted = state.stopped === 'user' || state.stopped === 'refused'
  return code !== 100 && !(code === 400 && isWanted)
}

/** True if `events` end a batch for the first time; after a reorg, a second end is no news. */
export const isFirstEnd = (
  batch: Batch,
  before: readonly Event[],
  events: readonly Event[],
): boolean =>
  isNews(batch, fold([...before, ...events])) &&
  !before.some((_, at) => isNews(batch, fold(before.slice(0, at + 1))))
