import type { Address } from 'viem'
import { useAccounts } from '../hooks/queries'
import { Hex } from './Hex'
import styles from './Account.module.css'

/** One of the user's accounts: its name and whole address. */
export const Account = ({ address }: { address: Address }) => {
  const name = useAccounts()?.find((account) => account.address === address)?.name
  return (
    <div className={styles.account}>
      <span className={styles.name}>{name ?? '\u00a0'}</span>
      <Hex value={address} />
    </div>
  )
}
