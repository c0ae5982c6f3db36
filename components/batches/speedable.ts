import { isOvertaken, openTransaction } from '@/lib/batch/machine'
import type { State, Transaction } from '@/lib/batch/state'

/** The transaction that waits for a block and may be signed again dearer, if there is one. */
export const speedable = (state: State): Transaction | undefined =>
  state.stopped === 'reset' || state.final || isOvertaken(state)
    ? undefined
    : openTransaction(state)
