import type { Batch, Fees } from '../db'
import type { Event } from '../db/batchEvent'
import { assertFrozen } from './freeze'
import { openTransactions } from './machine'
import { signReplacement } from './replacement'
import type { State } from './state'
import { signedEvent } from './transaction'
import type { World } from './world'

/**
 * Signs an empty replacement transaction for each unmined call of a stopped batch and returns their events;
 * 'locked' if the wallet cannot sign. Returns none if all are cancelled already, so that a repeat is
 * harmless. An upgrade's authorization is public once broadcast: its cancellation also authorizes the
 * former delegate at the next nonce (EIP-7702).
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
