import type { Account } from '@/lib/db'
import { t } from './messages'

/** The name that a new account is stored with, in every language. */
const first = /^Account (\d+)$/

/** Follows the name of an account in a device, wherever it stands: its key is not in the wallet. */
const mark = () => ` · ${t('accountOfLedger')}`

/**
 * The account with its first name in the user's language; a name of the user's own stays as it is. One in a device is
 * marked as such.
 */
export const named = (account: Account): Account => {
  const number = first.exec(account.name)?.[1]
  const name = number === undefined ? account.name : t('account_number', number)
  return { ...account, name: account.source === 'ledger' ? name + mark() : name }
}

/** Returns the name of a `named` account without its mark, as the user changes it. */
export const ownName = ({ source, name }: Account): string =>
  source === 'ledger' && name.endsWith(mark()) ? name.slice(0, -mark().length) : name
