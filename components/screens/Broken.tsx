import { isNewer } from '@/lib/db'
import { Notice } from '../ui/Notice'
import styles from '../shell/CenteredForm.module.css'
import { t } from '../text/messages'

/** Shown when the page itself has failed, or its database belongs to another version. */
export const Broken = ({ error }: { error: unknown }) => (
  <main className={styles.gate}>
    <div className={styles.form}>
      <h1 className={styles.title}>Volley</h1>
      <Notice tone="bad" isAlert>
        {isNewer(error) ? t('broken_newer') : t('broken_page')}
      </Notice>
    </div>
  </main>
)
