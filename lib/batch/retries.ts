import type { Hash } from 'viem'
import type { Event } from '../db/batchEvent'
import type { World } from './world'

const first = 2_000
const last = 60_000

/** Longest retry delay, in ms, while a delegated account is busy: its turn comes with the next block. */
const lastWhileBusy = 8_000

/**
 * Creates the exponential backoff of rebroadcasts, from 2 s to 60 s. It is lost with the worker, and
 * sending at once after a restart does no harm.
 */
export const createRetries = ({ now }: Pick<World, 'now'>) => {
  const tries = new Map<Hash, { at: number; after: number }>()

  return {
    /** True if the retry delay has passed, also if the clock was set back. */
    isDue: (hash: Hash): boolean => {
      const known = tries.get(hash)
      return !known || Math.abs(now() - known.at) >= known.after
    },
    /** Records a try and doubles the delay before the next one. */
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
