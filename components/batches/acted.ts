import { t, type Key } from '../text/messages'

/** How an act of the user ended: done, asked of a device that has to sign first, or failed and why. */
export type Acted = 'done' | 'on device' | { problem: string }

/** Returns how an act ended; `found`: the key of its problem, if it has one. */
export const actedBy = (found: Key | 'on device' | undefined): Acted => {
  if (found === undefined) return 'done'
  return found === 'on device' ? found : { problem: t(found) }
}

/** Returns the sentence of an act that failed. */
export const problemIn = (acted: Acted): string | undefined =>
  typeof acted === 'object' ? acted.problem : undefined
