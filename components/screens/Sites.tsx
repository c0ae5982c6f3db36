import { ChevronRight } from 'lucide-react'
import type { Account, Permission } from '@/lib/db'
import { Question } from '../batches/Question'
import { wallet } from '../store/session'
import { plural, t } from '../text/messages'
import { networkName } from '../text/network'
import { Host } from '../ui/Host'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import styles from '../ui/List.module.css'

/** The sites that have been given accounts, each leading to what it has. */
export const Sites = ({
  sites,
  accounts = [],
}: {
  sites: Permission[] | undefined
  accounts: Account[] | undefined
}) => (
  <Section title={t('sites_title')}>
    {sites?.length === 0 && <Note>{t('sites_none')}</Note>}
    <ul className={styles.list}>
      {sites?.map((site) => (
        <li key={site.origin}>
          <Row site={site} accounts={accounts} />
        </li>
      ))}
    </ul>
    {sites && sites.length > 1 && (
      <Question
        label={t('sites_disconnectAll')}
        title={t('sites_disconnectAllAsk')}
        no={t('sites_keep')}
        yes={t('sites_disconnectAll')}
        act={async () => {
          await wallet('disconnect', {})
          return undefined
        }}
      >
        {plural('sites_disconnectAllMeaning', sites.length)}
      </Question>
    )}
  </Section>
)

const Row = ({ site, accounts }: { site: Permission; accounts: Account[] }) => {
  const names = site.accounts.flatMap(
    (address) => accounts.find((account) => account.address === address)?.name ?? [],
  )
  return (
    <a className={`${styles.item} ${styles.link}`} href={`#site/${site.origin}`}>
      <span className={styles.line}>
        <Host origin={site.origin} />
        <ChevronRight size={16} aria-hidden />
      </span>
      <span className={styles.muted}>
        {t('sites_has', names.join(', '), networkName(site.chainId))}
      </span>
    </a>
  )
}
