import { ArrowLeft } from 'lucide-react'
import styles from './BackBar.module.css'

/** The way back to the first screen. */
export const BackBar = () => (
  <header className={styles.bar}>
    <a className={styles.back} href="#">
      <ArrowLeft size={16} aria-hidden />
      Back
    </a>
  </header>
)
