import type { Address } from 'viem'
import { journal, type Account } from '../db'

/** Returns the kind of the device that has an account's key; undefined for a key that is in none. */
export const deviceIn = (
  account: Pick<Account, 'source'> | undefined,
): 'ledger' | 'qr' | undefined =>
  account?.source === 'ledger' || account?.source === 'qr' ? account.source : undefined

/** Returns the kind of the device that has the key of an address; undefined for a key that is in none. */
export const deviceOf = async (account: Address): Promise<'ledger' | 'qr' | undefined> =>
  deviceIn(await journal.accounts.get(account))

/** True if the account's key is in a device. */
export const isOnDevice = async (account: Address): Promise<boolean> =>
  (await deviceOf(account)) !== undefined
