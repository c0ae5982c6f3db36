import { useId } from 'react'
import type { Account, Permission } from '@/lib/db'
import { wallet } from '../store'
import { networkName } from '../text/network'
import { Button } from '../ui/Button'
import { Host } from '../ui/Host'
import { Section } from '../ui/Section'
import styles from './List.module.css'

/** The sites that have been given accounts, each to be disconnected. */
export const Sites = ({
  sites,
  accounts = [],
}: {
  sites: Permission[] | undefined
  accounts: Account[] | undefined
}) => (
  <Section title="Connected sites">
    {sites?.length === 0 && (
      <p className={styles.muted}>
        No site is connected. Choose “Connect” on a site, then Volley in its list of wallets.
      </p>
    )}
    <ul className={styles.list}>
      {sites?.map((site) => (
        <Row key={site.origin} site={site} accounts={accounts} />
      ))}
    </ul>
  </Section>
)

const Row = ({ site, accounts }: { site: Permission; accounts: Account[] }) => {
  const id = useId()
  const names = accounts
    .filter(({ address }) => site.accounts.includes(address))
    .map(({ name }) => name)
  return (
    <li className={styles.item}>
      <span id={id}>
        <Host origin={site.origin} />
      </span>
      <div className={styles.line}>
        <span className={styles.muted}>
          {names.join(' and ')} on {networkName(site.chainId)}
        </span>
        <Button
          isSmall
          aria-describedby={id}
          onClick={() => void wallet('disconnect', { origin: site.origin })}
        >
          Disconnect
        </Button>
      </div>
    </li>
  )
}
