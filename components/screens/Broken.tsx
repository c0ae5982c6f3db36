import { isNewer } from '@/lib/db'
import { Notice } from '../ui/Notice'
import styles from './Gate.module.css'

/** What is left to say when the page itself has failed, or its data is not for this version. */
export const Broken = ({ error }: { error: unknown }) => (
  <main className={styles.gate}>
    <div className={styles.form}>
      <h1 className={styles.title}>Volley</h1>
      <Notice tone="bad" isAlert>
        {isNewer(error)
          ? 'The data here was written by a newer version of Volley. Nothing was changed; update Volley to use it.'
          : 'The wallet could not be shown. Nothing was decided; close this window and open it again.'}
      </Notice>
    </div>
  </main>
)
