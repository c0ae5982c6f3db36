import { ExternalLink, Lock } from 'lucide-react'
import { Logo } from '../Logo'
import { wallet } from '../store'
import { Button } from '../ui/Button'
import styles from './PageHeader.module.css'

/** The name, the way into a full tab, and the lock. */
export const PageHeader = () => (
  <header className={styles.bar}>
    <div className={styles.inner}>
      <Logo size={24} />
      <h1 className={styles.name}>Volley</h1>
      <a
        className={styles.tab}
        href={location.pathname + location.hash}
        target="_blank"
        aria-label="Open in a tab"
        title="Open in a tab"
      >
        <ExternalLink size={16} aria-hidden />
      </a>
      <Button isSmall onClick={() => void wallet('lock', null)}>
        <Lock size={16} aria-hidden />
        Lock
      </Button>
    </div>
  </header>
)
