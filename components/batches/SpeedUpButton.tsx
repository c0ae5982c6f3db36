import type { Transaction } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { actedBy } from './acted'
import { ReplaceButton } from './ReplaceButton'

const answers = {
  done: undefined,
  'too late': 'speedUp_tooLate',
  'no room': 'speedUp_noRoom',
  changed: 'speedUp_changed',
  locked: 'speedUp_locked',
  device: 'on device',
  shared: 'cancel_shared',
} as const

/** Speeds up the transaction that waits after saying what that may cost, and what it would do worse by now. */
export const SpeedUpButton = ({ batch, open }: { batch: Batch; open: Transaction }) => (
  <ReplaceButton
    label={t('speedUp')}
    batchKey={batch.key}
    chainId={batch.chainId}
    batch={batch}
    by="same"
    title={t(open.kind === 'cancel' ? 'speedUp_cancellation' : 'speedUp_transaction')}
    yes={t('speedUp_yes')}
    tooLate={t('speedUp_tooLate')}
    text={(costs) =>
      open.isSpent ? (
        <Text id="speedUp_spent" values={costs.slice(1, 2)} />
      ) : (
        <Text id="speedUp_text" values={costs} />
      )
    }
    act={async (price) => {
      if (!price) return 'done'
      return actedBy(answers[await wallet('speedUp', { key: batch.key, hash: open.hash, price })])
    }}
  />
)
