import type { Batch } from '../db'
import type { Event } from '../db/batchEvent'
import { assertFrozen } from './freeze'
import { replacementEvents, toReplace, type ReplacementPrice } from './replacement'
import type { State } from './state'
import type { World } from './world'

/**
 * Signs an empty replacement transaction for each unmined call of a stopped batch and returns their events;
 * 'locked' if the wallet cannot sign, 'device' while a device is asked to, 'no price' if the user agreed to none.
 * Returns none if all are cancelled already, so that a repeat is harmless. Throws if they can cost more than the price
 * allows, or not leave it the `filling` (wei) of the gap below. An upgrade's authorization is public once broadcast: its
 * cancellation also authorizes the former delegate at the next nonce (EIP-7702), as far as the account's key signs for it.
 */
export const cancelEvents = async (
  world: World,
  batch: Batch,
  state: State,
  price: ReplacementPrice | undefined,
  filling = 0n,
): Promise<Event[] | 'locked' | 'device' | 'no price'> => {
  assertFrozen(batch)
  const replaced = toReplace(state, 'cancel')
  if (replaced.length === 0) return []
  return price ? replacementEvents(world, batch, replaced, price, filling) : 'no price'
}
