import { ChevronRight } from 'lucide-react'
import styles from '../ui/List.module.css'

/** A line that leads to another screen. */
export const LinkRow = ({ href, name, note }: { href: string; name: string; note: string }) => (
  <a className={`${styles.item} ${styles.link}`} href={href}>
    <span className={styles.line}>
      {name}
      <ChevronRight size={16} aria-hidden />
    </span>
    <span className={styles.muted}>{note}</span>
  </a>
)
