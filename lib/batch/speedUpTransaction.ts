import type { Hash } from 'viem'
import type { Batch } from '../db'
import type { Event } from '../db/batchEvent'
import type { BumpSimulations } from './bumpSimulations'
import { assertFrozen } from './freeze'
import { isPast } from './machine'
import { hasRoom, replacementEvents, toReplace, type ReplacementPrice } from './replacement'
import type { State } from './state'
import type { World } from './world'

/**
 * Signs a fee bump of a batch's first open transaction: identical but for fees at least an eighth higher.
 * Returns no events if `hash` is no longer the newest, as on a repeated request; 'too late' if it is mined, its nonce
 * used or the deadline of its locks past; 'no room' if its lock could stop the dearer one; 'changed' if its outcome is
 * worse than what the price was shown with; 'locked' if the wallet cannot sign, 'device' while a device is asked to.
 * Throws if the row does not match its hash, if it can cost more than the price allows, or if the node is silent.
 */
export const speedUpEvents = async (
  world: World,
  batch: Batch,
  state: State,
  hash: Hash,
  price: ReplacementPrice,
  simulations: Pick<BumpSimulations, 'holds'>,
): Promise<Event[] | 'too late' | 'no room' | 'changed' | 'locked' | 'device'> => {
  assertFrozen(batch)
  const [open] = toReplace(state, 'same')
  // Past the deadline of its locks the chain reverts it, however fast.
  if (!open || isPast(open, world.now())) return 'too late'
  if (open.hash !== hash) return []
  if (!hasRoom(batch, open)) return 'no room'
  const isSeen = await simulations.holds({ batch, state, open, fees: price.fees }, price)
  return isSeen ? replacementEvents(world, batch, [open], price) : 'changed'
}
