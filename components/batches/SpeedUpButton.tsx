import type { Transaction } from '@/lib/batch/state'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { ReplaceButton } from './ReplaceButton'

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
}) => (
  <ReplaceButton
    label={t('speedUp')}
    batchKey={batchKey}
    chainId={chainId}
    by="same"
    title={t(open.kind === 'cancel' ? 'speedUp_cancellation' : 'speedUp_transaction')}
    yes={t('speedUp_yes')}
    tooLate={t('speedUp_tooLate')}
    text={(costs) => <Text id="speedUp_text" values={costs} />}
    act={async (price) => {
      if (!price) return undefined
      const problem = answers[await wallet('speedUp', { key: batchKey, hash: open.hash, price })]
      return problem && t(problem)
    }}
  />
)
