import { Button } from '../ui/Button'
import { clear } from './clear'
import { useAction } from './useAction'
import { t } from '../text/messages'

/** Clears all batches that are over. */
export const ClearFinished = () => {
  const { isBusy, problem, run } = useAction(async () => {
    await clear()
    return undefined
  })
  return (
    <Button isSmall kind="quiet" disabled={isBusy} title={problem} onClick={() => void run()}>
      {t('clear_finished')}
    </Button>
  )
}
