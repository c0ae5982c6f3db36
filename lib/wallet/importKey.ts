import { journal } from '../db'
import type { Handler } from './door'

/** Adds a private key's account; a watched one becomes able to sign. */
export const importKey: Handler<'importKey'> = async ({ key }, { keyring }) => {
  const { addressOf, readKey } = await import('../keyring/derive')
  const read = readKey(key)
  if (!read) return 'bad key'
  const known = await journal.accounts.get(addressOf(read))
  if (known && known.source !== 'watch') return 'known'
  return (await keyring.addKey(read)) ? 'done' : 'locked'
}
