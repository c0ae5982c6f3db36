import type { ReactNode } from 'react'
import styles from './Note.module.css'

/** A quiet sentence beside what matters more; as a status it is read out when it appears. */
export const Note = ({
  isStatus = false,
  children,
}: {
  isStatus?: boolean
  children: ReactNode
}) => (
  <p className={styles.note} role={isStatus ? 'status' : undefined}>
    {children}
  </p>
)
