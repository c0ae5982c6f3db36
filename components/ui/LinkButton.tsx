import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Button.module.css'

/** A link that looks like a button: it leads somewhere and does nothing. */
export const LinkButton = ({
  href,
  icon: Icon,
  children,
}: {
  href: string
  icon: LucideIcon
  children: ReactNode
}) => (
  <a className={`${styles.button} ${styles.secondary} ${styles.link}`} href={href}>
    <Icon size={16} aria-hidden />
    {children}
  </a>
)
