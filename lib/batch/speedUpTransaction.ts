import type { Hash } from 'viem'
import type { Batch } from '../db'
import type { Event } from '../db/batchEvent'
import { assertFrozen } from './freeze'
import { isPast } from './machine'
import { replacementEvents, toReplace, type ReplacementPrice } from './replacement'
import type { State } from './state'
import type { World } from './world'

/**
 * Signs a fee bump of a batch's first open transaction: identical but for fees at least an eighth higher.
 * Returns no events if `hash` is no longer the newest, as on a repeated request; 'too late' if it is mined,
 * its nonce used or the deadline of its locks past; 'locked' if the wallet cannot sign. Throws if the row does not match its hash, or if it
 * can cost more than the price allows.
 */
export const speedUpEvents = async (
  world: World,
  batch: Batch,
  state: State,
  hash: Hash,
  price: ReplacementPrice,
): Promise<Event[] | 'too late' | 'locked'> => {
  assertFrozen(batch)
  const [open] = toReplace(state, 'same')
  // Past the deadline of its locks the chain reverts it, however fast.
  if (!open || isPast(open, world.now())) return 'too late'
  return open.hash === hash ? replacementEvents(world, batch, [open], price) : []
}
