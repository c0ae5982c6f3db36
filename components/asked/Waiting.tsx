import { useAction } from '../hooks/useAction'
import { wallet } from '../store'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import styles from './Waiting.module.css'

/** What was asked for waits in another window, which can be brought to the front. */
export const Waiting = () => {
  const { run, error } = useAction(() => wallet('showApprovals', null))
  return (
    <div className={styles.waiting} role="status">
      <p>{t('send_waiting')}</p>
      <Button onClick={run}>{t('send_show')}</Button>
      <Problem text={error} />
    </div>
  )
}
