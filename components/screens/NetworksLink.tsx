import { ChevronRight } from 'lucide-react'
import { networks } from '@/lib/network/networks'
import { Section } from '../ui/Section'
import styles from './List.module.css'

/** The way to the networks and their nodes. */
export const NetworksLink = () => (
  <Section title="Networks">
    <a className={`${styles.item} ${styles.link}`} href="#networks">
      <span className={styles.line}>
        {networks.map(({ name }) => name).join(', ')}
        <ChevronRight size={16} aria-hidden />
      </span>
      <span className={styles.muted}>Nodes and second RPCs</span>
    </a>
  </Section>
)
