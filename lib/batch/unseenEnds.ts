import type { Batch } from '../db'
import type { Event } from '../db/batchEvent'
import { fold, foldOn, type State } from './state'
import { statusCode } from './status'

/** True if a batch has ended, unless the user stopped or refused it themselves before anything ran. */
export const isNews = (batch: Batch, state: State): boolean => {
  const code = statusCode(batch, state)
  const isWanted = state.stopped === 'user' || state.stopped === 'refused'
  return code !== 100 && !(code === 400 && isWanted)
}

/** True if one of `events` ended a batch. For rows older than the bit that says so. */
export const hadEnded = (batch: Batch, events: readonly Event[]): boolean => {
  let state = fold([])
  return events.some((event) => {
    state = foldOn(state, [event])
    return isNews(batch, state)
  })
}
