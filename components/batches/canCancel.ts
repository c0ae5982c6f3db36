import { isEnded } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import { statusCode } from '@/lib/batch/status'
import type { Batch } from '@/lib/db'

/** Whether something of a batch may still be stopped, and no cancellation is on its way. */
export const canCancel = (batch: Batch, state: State): boolean => {
  const last = state.transactions.at(-1)
  const isCancelling = last?.kind === 'cancel' && !last.receipt
  return statusCode(batch, state) === 100 && !isEnded(batch, state) && !isCancelling
}
