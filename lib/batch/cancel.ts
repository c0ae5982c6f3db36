import type { Batch, Fees } from '../db'
import type { Event } from './event'
import { assertFrozen } from './freeze'
import { openTransaction } from './machine'
import { signReplacement } from './replace'
import type { State } from './state'
import { signedEvent } from './transaction'
import type { World } from './world'

/**
 * Replaces a stopped batch's unmined transaction by an empty one at its nonce; empty where there is none.
 * An upgrade's authorization is published with its transaction, so that cancelling one takes the next
 * nonce from it too, for what the account had before. 'locked' where the wallet cannot sign.
 */
export const cancelEvents = async (
  world: World,
  batch: Batch,
  state: State,
  fees: () => Promise<Fees>,
): Promise<Event[] | 'locked'> => {
  assertFrozen(batch)
  const open = openTransaction(state)
  if (!open) return []
  const raw = await signReplacement(world, batch, { ...open, kind: 'cancel' }, await fees())
  const { index, nonce, upgrade } = open
  return raw ? [signedEvent(raw, { index, kind: 'cancel', nonce, upgrade })] : 'locked'
}
