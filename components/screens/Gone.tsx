import styles from '../shell/CenteredForm.module.css'
import { t } from '../text/messages'

/** Nothing waits: seen for a moment, or where the page is not the approval window. */
export const Gone = () => (
  <main className={styles.gate}>
    <h1 className={styles.title}>{t('waiting_none')}</h1>
  </main>
)
