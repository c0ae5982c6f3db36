import { getAddress, isAddress } from 'viem'
import { journal } from '../db'
import { addAccounts } from '../keyring/accounts'
import type { Handler } from './door'

/** Adds an address without a key. One in capitals and small letters has to have them right (EIP-55). */
export const watchAddress: Handler<'watchAddress'> = async ({ address: text }) => {
  const trimmed = text.trim()
  if (!isAddress(trimmed)) return 'bad address'
  const address = getAddress(trimmed)
  return journal.transaction('rw', journal.accounts, async () => {
    if (await journal.accounts.get(address)) return 'known'
    await addAccounts([{ address, source: 'watch' }])
    return 'done'
  })
}
