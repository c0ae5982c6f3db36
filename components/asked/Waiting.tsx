import { wallet } from '../store'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import styles from './Waiting.module.css'

/** What was asked for waits in another window, which can be brought to the front. */
export const Waiting = () => (
  <div className={styles.waiting} role="status">
    <p>{t('send_waiting')}</p>
    <Button onClick={() => void wallet('showApprovals', null)}>{t('send_show')}</Button>
  </div>
)
