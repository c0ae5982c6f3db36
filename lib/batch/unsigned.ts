import { livePlaces } from './journal'
import { next, signedCount, transactionCount } from './machine'

/** Whether an approved batch has still something to sign, and waits for no word of the user's first. */
export const hasUnsigned = async (): Promise<boolean> => {
  for (const { batch, state } of await livePlaces()) {
    const effect = next(batch, state)
    const isGoingOn = effect !== undefined && effect.do !== 'ask' && !state.stopped
    if (isGoingOn && signedCount(state) < transactionCount(batch)) return true
  }
  return false
}
