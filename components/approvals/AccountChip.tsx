import type { Address } from 'viem'
import { useAccounts } from '../hooks/queries'
import { Avatar } from '../ui/Avatar'
import styles from './AccountChip.module.css'

/** One of the user's accounts by its picture and name, the address under the pointer. */
export const AccountChip = ({ address }: { address: Address }) => {
  const name = useAccounts()?.find((account) => account.address === address)?.name
  return (
    <span className={styles.account} title={address}>
      <Avatar address={address} size={20} />
      <span>{name ?? '\u00a0'}</span>
    </span>
  )
}
