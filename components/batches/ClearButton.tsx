import { useAction } from '../hooks/useAction'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import { clear } from './clear'
import { t } from '../text/messages'

/** Clears a batch that is over, and leaves its page for the activity, where that can be taken back. */
export const ClearButton = ({ batchKey }: { batchKey: string }) => {
  const { run, isPending, error } = useAction(async () => {
    if (!(await clear(batchKey))) return t('clear_live')
    location.hash = 'activity'
    return undefined
  })

  return (
    <>
      <Problem text={error} />
      <Button disabled={isPending} onClick={run}>
        {t('clear_one')}
      </Button>
    </>
  )
}
