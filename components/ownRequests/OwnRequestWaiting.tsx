import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'

/** Says that a request waits in the approval window, and brings that to the front. */
export const OwnRequestWaiting = () => {
  const { run, error } = useAction(() => wallet('showApprovals', null))
  return (
    <div
      className={`${layout.stack} ${layout.loose} ${layout.start} ${layout.padded}`}
      role="status"
    >
      <p>{t('send_waiting')}</p>
      <Button onClick={run}>{t('send_show')}</Button>
      <Problem text={error} />
    </div>
  )
}
