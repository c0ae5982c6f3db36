import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { Avatar } from '../ui/Avatar'
import { CopyButton } from '../ui/CopyButton'
import { Hex } from '../ui/Hex'
import { Problem } from '../ui/Problem'
import { Select } from '../ui/Select'
import styles from './AccountCard.module.css'
import { chooseAccount, chooseNetwork, type Here } from '../hooks/useHere'

/** Whose page this is: the account by picture, name and whole address, and the network. */
export const AccountCard = ({ here: { account, network, accounts, networks } }: { here: Here }) => {
  const { run, error } = useAction(chooseAccount)
  return (
    <section className={styles.card} aria-label={t('home_account')}>
      <div className={styles.choices}>
        <Avatar address={account.address} />
        <Select
          label={t('home_account')}
          value={account.address}
          options={accounts.map(({ address, name }) => [address, name] as const)}
          onChange={run}
        />
        <Select
          label={t('network')}
          value={network.chainId}
          options={networks.map((one) => [one.chainId, titleOf(one)] as const)}
          onChange={chooseNetwork}
        />
      </div>
      <Problem text={error} />
      <div className={styles.address}>
        <Hex value={account.address} />
        <CopyButton text={account.address} what={t('home_addressOf', account.name)} />
      </div>
      <div className={styles.links}>
        <a href="#smart-account">{t('smart_link')}</a>
        <a href="#allowances">{t('allowances_title')}</a>
      </div>
    </section>
  )
}
