import * as v from 'valibot'
import { object } from '../rpc/object'
import { journal } from '../db'
import { forgetEnded } from '../browser/notices'
import { address } from '../rpc/schema'
import { autoLockChoices, keepSetting, type Settings } from '../db/settings'
import { verb } from './verb'

/**
 * One setting. `autoLock` in minutes, null: locks only when the browser closes. `vaultTrouble: null` and
 * `ended: null` mean that the user has read the message.
 */
const choice = () =>
  v.union([
    object({
      autoLock: v.custom<Settings['autoLock']>((minutes) =>
        autoLockChoices.some((one) => one === minutes),
      ),
    }),
    object({ isDeveloper: v.boolean() }),
    object({ activeAccount: address }),
    object({
      notices: v.nullable(
        object({
          done: v.string(),
          failed: v.string(),
          failedAt: v.exactOptional(v.string()),
          failedSaying: v.exactOptional(v.string()),
          stopped: v.exactOptional(v.string()),
          refused: v.exactOptional(
            object({ fee: v.string(), funds: v.string(), unfit: v.string() }),
          ),
        }),
      ),
    }),
    object({ ended: v.null() }),
    object({ vaultTrouble: v.null() }),
  ])

/** Verbs about the user's settings. */
export const settingVerbs = {
  /** Stores a setting. Throws if `activeAccount` is unknown or hidden. */
  choose: verb(choice, async (chosen, { autoLock, requestLog }) => {
    if ('autoLock' in chosen) {
      await keepSetting('autoLock', chosen.autoLock)
      await autoLock.touch()
    } else if ('isDeveloper' in chosen) {
      await keepSetting('isDeveloper', chosen.isDeveloper || undefined)
      await requestLog.clear()
    } else if ('activeAccount' in chosen) {
      const account = await journal.accounts.get(chosen.activeAccount)
      if (!account || account.isHidden) throw new Error('no such account')
      await keepSetting('activeAccount', account.address)
    } else if ('notices' in chosen) await keepSetting('notices', chosen.notices ?? undefined)
    else if ('ended' in chosen) await forgetEnded()
    else await keepSetting('vaultTrouble', undefined)
    return null
  }),
}
