import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import { t } from '../text/messages'

/** Brings the window to the front in which a batch is asked for once more. */
export const ReviewButton = () => {
  const { run, error } = useAction(() => wallet('showApprovals', null))
  return (
    <>
      <Problem text={error} />
      <Button kind="primary" onClick={run}>
        {t('review')}
      </Button>
    </>
  )
}
