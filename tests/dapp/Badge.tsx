import type { ReactNode } from 'react'

/** Shows a state in a few words, coloured by outcome. */
export const Badge = ({
  tone,
  children,
}: {
  tone: 'good' | 'bad' | 'busy'
  children: ReactNode
}) => <span className={`badge ${tone}`}>{children}</span>
