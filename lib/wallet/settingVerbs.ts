import * as z from 'zod/mini'
import { journal } from '../db'
import { forgetEnded } from '../browser/notices'
import { address } from '../rpc/schema'
import { autoLockChoices, keepSetting } from '../db/settings'
import { verb } from './verb'

/**
 * One setting. `autoLock` in minutes, null: locks only when the browser closes. `vaultTrouble: null` and
 * `ended: null` mean that the user has read the message.
 */
const choice = () =>
  z.union([
    z.object({ autoLock: z.literal(autoLockChoices) }),
    z.object({ isDeveloper: z.boolean() }),
    z.object({ activeAccount: address }),
    z.object({
      notices: z.nullable(
        z.object({
          done: z.string(),
          failed: z.string(),
          failedAt: z.exactOptional(z.string()),
          failedSaying: z.exactOptional(z.string()),
          stopped: z.exactOptional(z.string()),
          refused: z.exactOptional(
            z.object({ fee: z.string(), funds: z.string(), unfit: z.string() }),
          ),
        }),
      ),
    }),
    z.object({ ended: z.null() }),
    z.object({ vaultTrouble: z.null() }),
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
