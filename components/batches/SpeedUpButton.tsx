import type { Transaction } from '@/lib/batch/state'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { nativeAtMost } from '../text/native'
import { ceilings } from './ceilings'
import { Question } from './Question'

const answers = {
  done: undefined,
  'too late': 'speedUp_tooLate',
  locked: 'speedUp_locked',
} as const

/** Speeds up the transaction that waits after saying what that may cost. */
export const SpeedUpButton = ({
  batchKey,
  chainId,
  open,
}: {
  batchKey: string
  chainId: number
  open: Transaction
}) => {
  const { now, then } = ceilings(open.raw)
  return (
    <Question
      label={t('speedUp')}
      title={t(open.kind === 'cancel' ? 'speedUp_cancellation' : 'speedUp_transaction')}
      no={t('keepIt')}
      yes={t('speedUp_yes')}
      act={async () => {
        const problem = answers[await wallet('speedUp', { key: batchKey, hash: open.hash })]
        return problem && t(problem)
      }}
    >
      {t('speedUp_text', nativeAtMost(now, 3, chainId), nativeAtMost(then, 3, chainId))}
    </Question>
  )
}
