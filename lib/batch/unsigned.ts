import { liveBatches, stateOf } from './journal'
import { next, signedCount, transactionCount } from './machine'

/** Whether an approved batch has still something to sign, and waits for no word of the user's first. */
export const hasUnsigned = async (): Promise<boolean> => {
  for (const batch of await liveBatches()) {
    const state = await stateOf(batch.key)
    const effect = next(batch, state)
    const isGoingOn = effect !== undefined && effect.do !== 'ask' && !state.stopped
    if (isGoingOn && signedCount(state) < transactionCount(batch)) return true
  }
  return false
}
