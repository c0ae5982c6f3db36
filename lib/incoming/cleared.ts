import { journal } from '../db'
import { keepSetting, setting } from '../db/settings'

/** Returns up to where, in ms since 1970, the user cleared from the activity what was found; 0 for nowhere. */
export const clearedUpTo = async (): Promise<number> => {
  const cleared = await setting('receivedCleared')
  return cleared?.upTo ?? cleared?.at ?? 0
}

/** Hides all that was found until `at` (ms since 1970), once; a clock set back shows nothing again. */
export const clearReceived = (at: number): Promise<void> =>
  journal.transaction('rw', journal.settings, async () => {
    if ((await setting('receivedCleared'))?.at === at) return
    const before = await clearedUpTo()
    // A clock that ran ahead may have cleared already: what was found since stands right behind that.
    await keepSetting('receivedCleared', { at, upTo: Math.max(at, before + 1), before })
  })

/** Shows again what was hidden at `at` (ms since 1970). */
export const restoreReceived = (at: number): Promise<void> =>
  journal.transaction('rw', journal.settings, async () => {
    const cleared = await setting('receivedCleared')
    if (cleared?.at !== at) return
    const { before } = cleared
    await keepSetting('receivedCleared', before === 0 ? undefined : { at: before, before })
  })
