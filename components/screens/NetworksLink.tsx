import { ChevronRight } from 'lucide-react'
import { shownNetworks } from '@/lib/network/networks'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { Section } from '../ui/Section'
import styles from '../ui/List.module.css'

/** The way to the networks and their nodes. */
export const NetworksLink = () => (
  <Section title={t('networks')}>
    <a className={`${styles.item} ${styles.link}`} href="#networks">
      <span className={styles.line}>
        {shownNetworks().map(titleOf).join(', ')}
        <ChevronRight size={16} aria-hidden />
      </span>
      <span className={styles.muted}>{t('networks_link')}</span>
    </a>
  </Section>
)
