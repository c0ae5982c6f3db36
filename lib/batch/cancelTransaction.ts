import type { Batch, Fees } from '../db'
import type { Event } from '../db/batchEvent'
import { assertFrozen } from './freeze'
import { openTransactions } from './machine'
import { signReplacement } from './replacement'
import type { State } from './state'
import { signedEvent } from './transaction'
import type { World } from './world'

/**
 * Replaces a stopped batch's unmined transactions by empty ones at their nonces, each once, however often
 * it is asked for; empty where there are none.
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
  const open = openTransactions(state).filter(({ kind }) => kind === 'call')
  if (open.length === 0) return []
  const now = await fees()
  const events: Event[] = []
  for (const one of open) {
    const raw = await signReplacement(world, batch, { ...one, kind: 'cancel' }, now)
    if (!raw) return 'locked'
    const { index, nonce, upgrade } = one
    events.push(signedEvent(raw, { index, kind: 'cancel', nonce, upgrade }))
  }
  return events
}
