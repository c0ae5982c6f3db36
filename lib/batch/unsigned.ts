import { livePlaces } from './journal'
import { next, signedCount, transactionCount } from './machine'

/** True if an approved batch still has a transaction to sign and does not wait for the user. */
export const hasUnsigned = async (): Promise<boolean> => {
  for (const { batch, state } of await livePlaces()) {
    const effect = next(batch, state)
    const isGoingOn = effect !== undefined && effect.do !== 'ask' && !state.stopped
    if (isGoingOn && signedCount(state) < transactionCount(batch)) return true
  }
  return false
}
