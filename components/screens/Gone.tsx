import styles from './Gate.module.css'

/** Nothing waits: seen for a moment, or where the page is not the approval window. */
export const Gone = () => (
  <main className={styles.gate}>
    <h1 className={styles.title}>No request waits</h1>
  </main>
)
