import { pending } from '../approvals/approvals'
import { livePlaces } from './journal'
import { next } from './machine'
import { statusCode } from './status'

/**
 * True if no request waits for the user and no batch for a block. A batch that waits for its signature
 * counts only while the wallet is unlocked: a locked one may wait for days.
 */
export const isIdle = async (isUnlocked: boolean): Promise<boolean> => {
  if ((await pending()).length > 0) return false
  for (const { batch, state } of await livePlaces()) {
    const isWaiting = next(batch, state)?.do === 'sign' && !isUnlocked
    if (statusCode(batch, state) === 100 && !isWaiting) return false
  }
  return true
}
