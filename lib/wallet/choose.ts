import { journal } from '../db'
import { forgetEnded } from '../browser/notices'
import { autoLockChoices, keepSetting } from '../db/settings'
import type { Handler } from './door'

/** Keeps what the user chose, if it is one of the choices. */
export const choose: Handler<'choose'> = async (choice, { autoLock, requestLog }) => {
  if ('autoLock' in choice) {
    if (!autoLockChoices.includes(choice.autoLock)) throw new Error('no such choice')
    await keepSetting('autoLock', choice.autoLock)
    await autoLock.touch()
  } else if ('isDeveloper' in choice) {
    await keepSetting('isDeveloper', choice.isDeveloper || undefined)
    await requestLog.clear()
  } else if ('activeAccount' in choice) {
    const account = await journal.accounts.get(choice.activeAccount)
    if (!account || account.isHidden) throw new Error('no such account')
    await keepSetting('activeAccount', account.address)
  } else if ('notices' in choice) await keepSetting('notices', choice.notices ?? undefined)
  else if ('ended' in choice) await forgetEnded()
  else await keepSetting('vaultTrouble', undefined)
  return null
}
