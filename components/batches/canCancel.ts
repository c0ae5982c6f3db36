import { isBurnt, isEnded, isOvertaken } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import { statusCode } from '@/lib/batch/status'
import type { Batch } from '@/lib/db'

/** Tells if a batch can still be cancelled: no cancellation is on its way, and its nonce is free. */
export const canCancel = (batch: Batch, state: State): boolean => {
  const last = state.transactions.at(-1)
  const isCancelling = last?.kind === 'cancel' && !last.receipt
  const isOpen = statusCode(batch, state) === 100 && !isEnded(batch, state)
  return isOpen && !isCancelling && !isBurnt(state) && !isOvertaken(state)
}
