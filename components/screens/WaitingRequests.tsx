import { useApprovals } from '../hooks'
import { wallet } from '../store'
import { Button } from '../ui/Button'
import styles from './WaitingRequests.module.css'
import { plural, t } from '../text/messages'

/** Leads to the approval window while requests wait in it. */
export const WaitingRequests = () => {
  const waiting = useApprovals(undefined)?.pending.length ?? 0
  if (waiting === 0) return null
  return (
    <div className={styles.banner} role="status">
      <span>{plural('waiting_requests', waiting)}</span>
      <Button isSmall kind="primary" onClick={() => void wallet('showApprovals', null)}>
        {t('waiting_show')}
      </Button>
    </div>
  )
}
