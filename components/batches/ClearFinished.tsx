import { useAction } from '../hooks/useAction'
import { Button } from '../ui/Button'
import { clear } from './clear'
import { t } from '../text/messages'

/** Clears all batches that are over. */
export const ClearFinished = () => {
  const { run, isPending, error } = useAction(async () => {
    await clear()
    return undefined
  })
  return (
    <Button isSmall kind="quiet" disabled={isPending} title={error} onClick={run}>
      {t('clear_finished')}
    </Button>
  )
}
