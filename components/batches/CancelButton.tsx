import { AlertDialog } from '@base-ui/react/alert-dialog'
import { winner } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { wallet } from '../store'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import styles from './CancelButton.module.css'
import { useAction } from './useAction'

const answers = {
  done: undefined,
  'too late': 'Too late: nothing of it is left to cancel.',
  locked: 'The wallet is locked. Unlock it to sign the empty transaction.',
}

/** Cancels a batch after asking once more; a problem stays on the screen. */
export const CancelButton = ({ batch, state }: { batch: Batch; state: State }) => {
  const { isBusy, problem, run } = useAction(
    async () => answers[await wallet('cancel', { key: batch.key })],
  )

  return (
    <>
      {problem && (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
      <AlertDialog.Root>
        <AlertDialog.Trigger render={<Button kind="danger" disabled={isBusy} />}>
          Cancel
        </AlertDialog.Trigger>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={styles.backdrop} />
          <AlertDialog.Popup className={styles.popup}>
            <AlertDialog.Title>Cancel this batch?</AlertDialog.Title>
            <AlertDialog.Description>{consequences(batch, state)}</AlertDialog.Description>
            <div className={styles.buttons}>
              <AlertDialog.Close render={<Button />}>Keep it</AlertDialog.Close>
              <AlertDialog.Close render={<Button kind="danger" />} onClick={() => void run()}>
                Cancel the batch
              </AlertDialog.Close>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}

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
