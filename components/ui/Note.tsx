import type { ReactNode } from 'react'
import layout from './layout.module.css'

/** A quiet sentence beside what matters more; as a status it is read out when it appears. */
export const Note = ({
  isStatus = false,
  children,
}: {
  isStatus?: boolean
  children: ReactNode
}) => (
  <p className={layout.muted} role={isStatus ? 'status' : undefined}>
    {children}
  </p>
)
