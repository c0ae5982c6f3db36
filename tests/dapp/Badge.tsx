import type { ReactNode } from 'react'

/** A short state in words, coloured by how it went. */
export const Badge = ({
  tone,
  children,
}: {
  tone: 'good' | 'bad' | 'busy'
  children: ReactNode
}) => <span className={`badge ${tone}`}>{children}</span>
