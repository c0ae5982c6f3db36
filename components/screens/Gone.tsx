import styles from '../shell/CenteredForm.module.css'
import { t } from '../text/messages'
import { Heading } from '../ui/Heading'

/** Nothing waits: seen for a moment, or where the page is not the approval window. */
export const Gone = () => (
  <main className={styles.gate}>
    <Heading className={styles.title}>{t('waiting_none')}</Heading>
  </main>
)
