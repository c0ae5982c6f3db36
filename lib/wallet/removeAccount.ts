import { journal } from '../db'
import { dropAccount, removing } from '../keyring/accounts'
import { changed } from '../sites/permissions'
import type { Handler } from './door'

/** What the phrase makes anew at any time is hidden, not removed. */
export const removeAccount: Handler<'removeAccount'> = async (
  { address, password },
  { keyring },
) => {
  const account = await journal.accounts.get(address)
  if (!account) return 'done'
  if (!account.source) throw new Error('the account is of the phrase')
  const answer =
    account.source === 'key'
      ? await keyring.removeKey(password ?? '', address)
      : ((await journal.transaction('rw', removing, () => dropAccount(address))) ?? 'done')
  if (answer === 'done') changed.emit()
  return answer
}
