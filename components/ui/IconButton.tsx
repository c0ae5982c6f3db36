import { Button as Base } from '@base-ui/react/button'
import type { LucideIcon } from 'lucide-react'
import styles from './Button.module.css'

/** A button that is an icon only; `label` is its name. */
export const IconButton = ({
  icon: Icon,
  label,
  onClick,
}: {
  icon: LucideIcon
  label: string
  onClick: () => void
}) => (
  <Base className={styles.icon} aria-label={label} title={label} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </Base>
)
