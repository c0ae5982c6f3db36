import { ExternalLink, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '../Logo'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { Button } from '../ui/Button'
import { Heading } from '../ui/Heading'
import { Problem } from '../ui/Problem'
import styles from './bar.module.css'
import layout from '../ui/layout.module.css'
import { t } from '../text/messages'

/** The screen's name, the way into a full tab, and the lock; the navigation stands among them where there is room. */
export const PageHeader = ({ title, children }: { title: string; children: ReactNode }) => {
  const { run, error } = useAction(() => wallet('lock', null))
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Logo size={24} />
        <Heading className={layout.grow}>{title}</Heading>
        {children}
        <a
          className={styles.tab}
          href={location.pathname + location.hash}
          target="_blank"
          aria-label={t('openInTab')}
          title={t('openInTab')}
        >
          <ExternalLink size={16} aria-hidden />
        </a>
        <Button isSmall onClick={run}>
          <Lock size={16} aria-hidden />
          {t('lock')}
        </Button>
      </div>
      <Problem text={error} />
    </header>
  )
}
