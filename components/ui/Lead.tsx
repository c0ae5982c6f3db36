import type { ReactNode } from 'react'
import styles from './Lead.module.css'

/** What a screen begins with, set off from what follows; `gap`, in pixels, stands between its lines. */
export const Lead = ({
  label,
  gap = 12,
  children,
}: {
  label?: string
  gap?: number
  children: ReactNode
}) => (
  <section className={styles.lead} style={{ gap }} aria-label={label}>
    {children}
  </section>
)
