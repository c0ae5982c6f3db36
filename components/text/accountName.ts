import type { Account } from '@/lib/db'
import { t } from './messages'

/** The name that a new account is stored with, in every language. */
const first = /^Account (\d+)$/

/** The account with its first name in the user's language; a name of the user's own stays as it is. */
export const named = (account: Account): Account => {
  const number = first.exec(account.name)?.[1]
  return number === undefined ? account : { ...account, name: t('account_number', number) }
}
