import type { Batch, Fees } from '../db'
import type { Event } from './event'
import { assertFrozen } from './freeze'
import { openTransactions } from './machine'
import { signReplacement } from './replace'
import type { State } from './state'
import { signedEvent } from './transaction'
import type { World } from './world'

/**
 * Signs a batch's unmined transaction once more, the same but for its fees: at least an eighth more on
 * both. 'too late' where a block has it or its nonce is gone, 'locked' where the wallet cannot sign.
 */
export const speedUpEvents = async (
  world: World,
  batch: Batch,
  state: State,
  fees: () => Promise<Fees>,
): Promise<Event[] | 'too late' | 'locked'> => {
  assertFrozen(batch)
  const open = openTransactions(state).find(({ index }) => !Object.hasOwn(state.overtaken, index))
  if (!open) return 'too late'
  const raw = await signReplacement(world, batch, open, await fees())
  const { index, kind, nonce, upgrade } = open
  return raw ? [signedEvent(raw, { index, kind, nonce, upgrade })] : 'locked'
}
