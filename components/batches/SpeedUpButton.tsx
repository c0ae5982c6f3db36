import type { Transaction } from '@/lib/batch/state'
import { wallet } from '../store'
import { etherAtMost } from '../text/amount'
import { ceilings } from './ceilings'
import { Question } from './Question'

const answers = {
  done: undefined,
  'too late': 'Too late: nothing of it is left to speed up.',
  locked: 'The wallet is locked. Unlock it to sign the dearer transaction.',
}

/** Speeds up the transaction that waits after saying what that may cost. */
export const SpeedUpButton = ({ batchKey, open }: { batchKey: string; open: Transaction }) => {
  const { now, then } = ceilings(open.raw)
  return (
    <Question
      label="Speed up"
      title={open.kind === 'cancel' ? 'Speed up the cancellation?' : 'Speed up this transaction?'}
      no="Keep it"
      yes="Sign it again"
      act={async () => answers[await wallet('speedUp', { key: batchKey, hash: open.hash })]}
    >
      The same transaction is signed again at the same nonce, with at least an eighth more on both
      fees. Only one of them can be mined. Its gas costs at most {etherAtMost(now, 3)} now and at
      most {etherAtMost(then, 3)} then, or more if the network asks more by now.
    </Question>
  )
}
