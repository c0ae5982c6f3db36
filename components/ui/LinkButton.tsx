import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Button.module.css'

/** A link that looks like a button: it leads somewhere and does nothing. */
export const LinkButton = ({
  href,
  icon: Icon,
  kind = 'secondary',
  children,
}: {
  href: string
  icon: LucideIcon
  kind?: 'primary' | 'secondary'
  children: ReactNode
}) => (
  <a className={`${styles.button} ${styles[kind]}`} href={href}>
    <Icon size={16} aria-hidden />
    {children}
  </a>
)
