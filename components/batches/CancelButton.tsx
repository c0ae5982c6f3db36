import { winner } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { wallet } from '../store/session'
import { Question } from './Question'
import { t } from '../text/messages'

const answers = {
  done: undefined,
  'too late': 'cancel_tooLate',
  locked: 'cancel_locked',
} as const

/** Cancels a batch after asking once more. */
export const CancelButton = ({ batch, state }: { batch: Batch; state: State }) => (
  <Question
    label={t('cancel')}
    kind="danger"
    title={t('cancel_title')}
    no={t('keepIt')}
    yes={t('cancel_yes')}
    act={async () => {
      const problem = answers[await wallet('cancel', { key: batch.key })]
      return problem && t(problem)
    }}
  >
    {consequences(batch, state)}
  </Question>
)

const consequences = (batch: Batch, state: State): string => {
  const last = state.transactions.at(-1)
  if (!last || winner(state, last.index)) {
    return last ? t('cancel_rest') : t('cancel_free')
  }
  const authorized = batch.revokes ? t('cancel_revoke') : batch.upgrade && t('cancel_upgrade')
  return [t('cancel_replace'), ...(authorized ? [authorized] : [])].join(' ')
}
