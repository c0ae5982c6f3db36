import { journal } from '../db'
import { keepSetting, setting } from '../db/settings'

/** Returns up to when, in ms since 1970, the user cleared from the activity what was found; 0 for never. */
export const clearedUpTo = async (): Promise<number> => (await setting('receivedCleared'))?.at ?? 0

/** Hides all that was found up to `at` (ms since 1970); a repeat, or a clock set back, shows nothing again. */
export const clearReceived = (at: number): Promise<void> =>
  journal.transaction('rw', journal.settings, async () => {
    const before = await clearedUpTo()
    if (at > before) await keepSetting('receivedCleared', { at, before })
  })

/** Shows again what was hidden at `at` (ms since 1970). */
export const restoreReceived = (at: number): Promise<void> =>
  journal.transaction('rw', journal.settings, async () => {
    const cleared = await setting('receivedCleared')
    if (cleared?.at !== at) return
    const { before } = cleared
    await keepSetting('receivedCleared', before === 0 ? undefined : { at: before, before })
  })
