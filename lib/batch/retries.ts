import type { Hash } from 'viem'
import type { Event } from '../db/batchEvent'
import type { World } from './world'

const first = 2_000
const last = 60_000

/** A delegated account's turn comes with the next block, so that waiting longer gains nothing. */
const lastWhileBusy = 8_000

/** When bytes may be sent again. Lost with the worker, which then sends at once: that does no harm. */
export const createRetries = ({ now }: Pick<World, 'now'>) => {
  const tries = new Map<Hash, { at: number; after: number }>()

  return {
    /** Whether enough time has passed since the last try; also where the clock was set back. */
    isDue: (hash: Hash): boolean => {
      const known = tries.get(hash)
      return !known || Math.abs(now() - known.at) >= known.after
    },
    /** Notes a try, what came of it, and so how long the next one waits. */
    tried: (hash: Hash, events: readonly Event[] = []): void => {
      const isBusy = events.some((event) => event.type === 'refused' && event.reason === 'busy')
      const after = 2 * (tries.get(hash)?.after ?? first / 2)
      tries.set(hash, { at: now(), after: Math.min(isBusy ? lastWhileBusy : last, after) })
    },
    forget: (hash: Hash): void => {
      tries.delete(hash)
    },
  }
}
