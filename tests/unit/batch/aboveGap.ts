import type { Hex } from 'viem'
import { append, stateOf } from '@/lib/batch/journal'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { journal, type Batch } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { floorKey } from '@/lib/db/floors'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'

/** The account's transaction counts as a node tells them, by tag. */
type Counts = Partial<Record<'latest' | 'pending' | 'finalized', unknown>>

/**
 * Opens a chain on which the account's count is 5, and stores a batch whose transaction has nonce 8. `asked`: the
 * counts that were asked for.
 */
export const openAbove = async (...more: Event[]) => {
  const place = openChain()
  const batch = await storeBatch({ mode: 'one' })
  const events = [did.signed('above', 0, { nonce: 8 }), did.sent('above'), ...more]
  await append(batch.key, events, place.chain.now)
  const counts: Counts = { latest: '0x5', pending: '0x5', finalized: '0x5' }
  const asked: unknown[][] = []
  place.chain.answers.eth_getTransactionCount = ([from, tag]: [Hex, keyof Counts]) => {
    asked.push([from, tag])
    return counts[tag]
  }
  return { ...place, batch, counts, asked, state: await stateOf(batch.key) }
}

/** Stores another live batch of the account with these events. */
export const storeBeside = async (events: Event[], terms: Partial<FrozenTerms> = {}) => {
  const batch = await storeBatch({ mode: 'one', ...terms })
  await append(batch.key, events, 1_100_000)
  return batch
}

/** Has sealed blocks have shown all nonces below this one as used. */
export const putFloor = (batch: Batch, nonce: number) =>
  journal.floors.put({ key: floorKey(batch), nonce })
