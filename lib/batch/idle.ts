import { pending } from '../approvals/approvals'
import { livePlaces } from './journal'
import { next } from './machine'
import { statusCode } from './status'

/**
 * Whether no request waits for the user, and no batch for a block. One that waits for its signature
 * counts only while it can have it: a locked wallet may wait for days.
 */
export const isIdle = async (isUnlocked: boolean): Promise<boolean> => {
  if ((await pending()).length > 0) return false
  for (const { batch, state } of await livePlaces()) {
    const isWaiting = next(batch, state)?.do === 'sign' && !isUnlocked
    if (statusCode(batch, state) === 100 && !isWaiting) return false
  }
  return true
}
