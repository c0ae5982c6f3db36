import type { Account } from '@/lib/db'
import { CopyButton } from '../ui/CopyButton'
import { Hex } from '../ui/Hex'
import { Section } from '../ui/Section'
import styles from './List.module.css'

/** The accounts, their addresses whole. */
export const Accounts = ({ accounts = [] }: { accounts: Account[] | undefined }) => (
  <Section title="Accounts">
    <ul className={styles.list}>
      {accounts.map(({ address, name }) => (
        <li key={address} className={styles.item}>
          <div className={styles.line}>
            <span className={styles.name}>{name}</span>
            <CopyButton text={address} what={`the address of ${name}`} />
          </div>
          <Hex value={address} />
        </li>
      ))}
    </ul>
  </Section>
)
