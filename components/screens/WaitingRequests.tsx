import { useApprovals } from '../hooks'
import { wallet } from '../store'
import { some } from '../text/amount'
import { Button } from '../ui/Button'
import styles from './WaitingRequests.module.css'

/** Leads to the approval window while requests wait in it. */
export const WaitingRequests = () => {
  const waiting = useApprovals(undefined)?.pending.length ?? 0
  if (waiting === 0) return null
  return (
    <div className={styles.banner} role="status">
      <span>{some(waiting, 'request waits', 'requests wait')}</span>
      <Button isSmall kind="primary" onClick={() => void wallet('showApprovals', null)}>
        Show
      </Button>
    </div>
  )
}
