import type { Hash } from 'viem'
import type { Batch, Fees } from '../db'
import type { Event } from '../db/batchEvent'
import { assertFrozen } from './freeze'
import { speedable } from './machine'
import { signReplacement } from './replacement'
import type { State } from './state'
import { signedEvent } from './transaction'
import type { World } from './world'

/**
 * Signs a fee bump of a batch's first open transaction: identical but for fees at least an eighth higher.
 * Returns no events if `hash` is no longer the newest, as on a repeated request; 'too late' if it is mined
 * or its nonce used; 'locked' if the wallet cannot sign. Throws if the row does not match its hash.
 */
export const speedUpEvents = async (
  world: World,
  batch: Batch,
  state: State,
  hash: Hash,
  fees: () => Promise<Fees>,
): Promise<Event[] | 'too late' | 'locked'> => {
  assertFrozen(batch)
  const open = speedable(state)
  if (!open) return 'too late'
  if (open.hash !== hash) return []
  const raw = await signReplacement(world, batch, open, await fees())
  const { index, kind, nonce, upgrade } = open
  return raw ? [signedEvent(raw, { index, kind, nonce, upgrade })] : 'locked'
}
