import type { ReactNode } from 'react'
import styles from './Section.module.css'

/** The first part of a screen, set off by a line; `gap` between its rows is in pixels. */
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
