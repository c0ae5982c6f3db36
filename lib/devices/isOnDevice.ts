import type { Address } from 'viem'
import { journal } from '../db'

/** True if the account's key is in a device. */
export const isOnDevice = async (account: Address): Promise<boolean> =>
  (await journal.accounts.get(account))?.source === 'ledger'
