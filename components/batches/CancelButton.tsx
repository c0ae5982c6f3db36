import { winner } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { wallet } from '../store'
import { Question } from './Question'

const answers = {
  done: undefined,
  'too late': 'Too late: nothing of it is left to cancel.',
  locked: 'The wallet is locked. Unlock it to sign the empty transaction.',
}

/** Cancels a batch after asking once more. */
export const CancelButton = ({ batch, state }: { batch: Batch; state: State }) => (
  <Question
    label="Cancel"
    kind="danger"
    title="Cancel this batch?"
    no="Keep it"
    yes="Cancel the batch"
    act={async () => answers[await wallet('cancel', { key: batch.key })]}
  >
    {consequences(batch, state)}
  </Question>
)

const consequences = (batch: Batch, state: State): string => {
  const last = state.transactions.at(-1)
  if (!last || winner(state, last.index)) {
    return last
      ? 'What is not signed yet stops. What is in a block stays.'
      : 'Nothing is signed yet, so this stops it at no cost.'
  }
  return [
    'What is not signed yet stops. The transaction under way is replaced by an empty one at the same nonce, which costs gas and may come too late.',
    ...(batch.upgrade ? ['It also takes back the authorization to upgrade the account.'] : []),
  ].join(' ')
}
