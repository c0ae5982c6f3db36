import type { ReactNode } from 'react'
import styles from './Button.module.css'

/** A link that looks like a button: it leads to another screen. `label` names it where its text is not enough. */
export const ButtonLink = ({
  href,
  label,
  kind = 'secondary',
  isSmall = false,
  children,
}: {
  href: string
  label?: string
  kind?: 'primary' | 'secondary' | 'quiet'
  isSmall?: boolean
  children: ReactNode
}) => (
  <a
    href={href}
    aria-label={label}
    className={[styles.button, styles[kind], isSmall && styles.small].filter(Boolean).join(' ')}
  >
    {children}
  </a>
)
