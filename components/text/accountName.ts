import type { Account } from '@/lib/db'
import { deviceIn } from '@/lib/devices/isOnDevice'
import { t } from './messages'

/** The name that a new account is stored with, in every language. */
const first = /^Account (\d+)$/

/** Follows the name of an account in a device, wherever it stands: its key is not in the wallet. */
const markOf = (account: Account): string => {
  const device = deviceIn(account)
  return device ? ` · ${t(device === 'qr' ? 'accountOfQr' : 'accountOfLedger')}` : ''
}

/**
 * The account with its first name in the user's language; a name of the user's own stays as it is. One in a device is
 * marked as such.
 */
export const named = (account: Account): Account => {
  const number = first.exec(account.name)?.[1]
  const name = number === undefined ? account.name : t('account_number', number)
  return { ...account, name: name + markOf(account) }
}

/** Returns the name of a `named` account without its mark, as the user changes it. */
export const ownName = (account: Account): string => {
  const [name, mark] = [account.name, markOf(account)]
  return mark !== '' && name.endsWith(mark) ? name.slice(0, -mark.length) : name
}
