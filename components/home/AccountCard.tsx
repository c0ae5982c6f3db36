import { lazy, Suspense } from 'react'
import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { Avatar } from '../ui/Avatar'
import { Problem } from '../ui/Problem'
import { Select } from '../ui/Select'
import layout from '../ui/layout.module.css'
import styles from './Home.module.css'
import { chooseAccount, chooseNetwork, type Here } from '../hooks/useHere'

const NetworkMark = lazy(async () => ({
  default: (await import('../networks/NetworkMark')).NetworkMark,
}))

/** Shows the active account by picture and name, and the network, each to be changed. */
export const AccountCard = ({ here: { account, network, accounts, networks } }: { here: Here }) => {
  const { run, error } = useAction(chooseAccount)
  return (
    <section
      className={`${layout.stack} ${layout.padded} ${layout.openBelow}`}
      aria-label={t('home_account')}
    >
      <div className={styles.choices}>
        <span className={styles.chip}>
          <Avatar address={account.address} size={24} />
          <Select
            label={t('home_account')}
            value={account.address}
            options={accounts.map(({ address, name }) => [address, name] as const)}
            onChange={run}
          />
        </span>
        <span className={styles.chip}>
          <Suspense fallback={<svg width={24} height={24} />}>
            <NetworkMark chainId={network.chainId} />
          </Suspense>
          <Select
            label={t('network')}
            value={network.chainId}
            options={networks.map((one) => [one.chainId, titleOf(one)] as const)}
            onChange={chooseNetwork}
          />
        </span>
      </div>
      <Problem text={error} />
    </section>
  )
}
