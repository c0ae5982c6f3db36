import type { Address } from 'viem'
import { useAccounts } from '../hooks/queries'
import { Avatar } from '../ui/Avatar'
import { ShortAddress } from '../ui/ShortAddress'
import styles from '../ui/chip.module.css'

/** One of the user's accounts by its picture and name, the address under the pointer; it must not grow once it stands. */
export const AccountChip = ({ address }: { address: Address }) => {
  const accounts = useAccounts()
  if (!accounts) return null
  const name = accounts.find((account) => account.address === address)?.name
  return (
    <span className={styles.account} title={address}>
      <Avatar address={address} size={20} />
      <span>{name ?? <ShortAddress value={address} />}</span>
    </span>
  )
}
