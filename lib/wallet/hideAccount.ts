import { journal } from '../db'
import { keepSetting, setting } from '../db/settings'
import type { Handler } from './door'

/** Hides an account, which keeps its key and its sites; home turns to one that is shown. */
export const hideAccount: Handler<'hideAccount'> = ({ address, isHidden }) =>
  journal.transaction('rw', journal.accounts, journal.settings, async () => {
    const accounts = await journal.accounts.toArray()
    const isLast = !accounts.some((other) => other.address !== address && !other.isHidden)
    if (isHidden && isLast) return 'last'
    await journal.accounts.where({ address }).modify((account) => {
      if (isHidden) account.isHidden = true
      else delete account.isHidden
    })
    if (isHidden && (await setting('activeAccount')) === address)
      await keepSetting('activeAccount', undefined)
    return 'done'
  })
