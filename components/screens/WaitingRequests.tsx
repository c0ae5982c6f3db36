import { useApprovals } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import styles from '../shell/Banner.module.css'
import { plural, t } from '../text/messages'

/** Leads to the approval window while requests wait in it. */
export const WaitingRequests = () => {
  const waiting = useApprovals(undefined)?.pending.length ?? 0
  const { run, error } = useAction(() => wallet('showApprovals', null))
  if (waiting === 0) return null
  return (
    <div className={`${layout.spread} ${layout.wide} ${styles.waiting}`} role="status">
      <span>{plural('waiting_requests', waiting)}</span>
      <Button isSmall kind="primary" onClick={run}>
        {t('waiting_show')}
      </Button>
      <Problem text={error} />
    </div>
  )
}
