import { Radio as Base } from '@base-ui/react/radio'
import type { ReactNode } from 'react'
import styles from './Choice.module.css'

/** One of a radio group's choices with its label, all of it to click on. */
export const Radio = ({ value, children }: { value: unknown; children: ReactNode }) => (
  <label className={styles.choice}>
    <Base.Root className={`${styles.box} ${styles.round}`} value={value}>
      <Base.Indicator className={styles.dot} />
    </Base.Root>
    {children}
  </label>
)
