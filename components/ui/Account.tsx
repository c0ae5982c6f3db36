import type { Address } from 'viem'
import { useAccounts } from '../hooks/queries'
import { ListedAddress } from './ListedAddress'
import layout from './layout.module.css'

/** One of the user's accounts: its name and whole address, heard by its ends. */
export const Account = ({ address }: { address: Address }) => {
  const name = useAccounts()?.find((account) => account.address === address)?.name
  return (
    <div className={`${layout.stack} ${layout.flush}`}>
      <span className={layout.strong}>{name ?? '\u00a0'}</span>
      <ListedAddress value={address} />
    </div>
  )
}
