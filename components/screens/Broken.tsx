import { Notice } from '../ui/Notice'
import styles from './Gate.module.css'

/** What is left to say when the page itself has failed. */
export const Broken = () => (
  <main className={styles.gate}>
    <div className={styles.form}>
      <h1 className={styles.title}>Volley</h1>
      <Notice tone="bad" isAlert>
        The wallet could not be shown. Nothing was decided; close this window and open it again.
      </Notice>
    </div>
  </main>
)
