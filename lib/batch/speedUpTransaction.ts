import type { Hash } from 'viem'
import type { Batch, Fees } from '../db'
import type { Event } from '../db/batchEvent'
import { assertFrozen } from './freeze'
import { openTransactions } from './machine'
import { signReplacement } from './replacement'
import type { State } from './state'
import { signedEvent } from './transaction'
import type { World } from './world'

/**
 * Signs a batch's unmined transaction once more, the same but for its fees: at least an eighth more on
 * both. Empty where `hash` is not the newest of it any more: that was asked for twice. 'too late' where a
 * block has it or its nonce is gone, 'locked' where the wallet cannot sign.
 */
export const speedUpEvents = async (
  world: World,
  batch: Batch,
  state: State,
  hash: Hash,
  fees: () => Promise<Fees>,
): Promise<Event[] | 'too late' | 'locked'> => {
  assertFrozen(batch)
  const open = openTransactions(state).find(({ index }) => !Object.hasOwn(state.overtaken, index))
  if (!open) return 'too late'
  if (open.hash !== hash) return []
  const raw = await signReplacement(world, batch, open, await fees())
  const { index, kind, nonce, upgrade } = open
  return raw ? [signedEvent(raw, { index, kind, nonce, upgrade })] : 'locked'
}
