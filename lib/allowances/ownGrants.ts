import type { Address } from 'viem'
import { eventsOf } from '../batch/journal'
import { journal, type Batch } from '../db'
import { mentionsInCalls } from '../simulate/mentions'
import { sameAddress } from '../values/address'
import { grantsInLogs } from './approvalLogs'
import { distinctGrants, grantsIn, type Grant } from './grant'

/**
 * Grants in the wallet's own batches: those that calls of the account make, and those that receipts' logs name,
 * of which some are `left` out. `next`: from when on batches are still to be read, in ms since 1970.
 */
export type OwnGrants = { called: Grant[]; logged: Grant[]; left: number; next: number }

/** The most grants of each kind that are kept for an account on a chain: the latest ones. */
const most = 500

/** Number of batches that are read at a time. */
const step = 200

const inBatch = async (
  account: Address,
  { key, from, calls, chainId, live }: Batch,
): Promise<Omit<OwnGrants, 'next'>> => {
  const events = await eventsOf(key)
  const logs = events.flatMap((event) =>
    event.type === 'sealed' || event.type === 'included' ? event.receipt.logs : [],
  )
  const { grants: logged, left } = grantsInLogs(logs, account)
  const isOwn = sameAddress(from, account)
  return {
    called: isOwn ? grantsIn(mentionsInCalls(calls, from, chainId), account) : [],
    logged,
    // A live batch is read again.
    left: live === 1 ? 0 : left,
  }
}

/**
 * Returns the grants in the wallet's own batches on a chain. Batches older than every live one, and those that
 * were read `before`, are read only once.
 */
export const ownGrants = async (
  chainId: number,
  account: Address,
  before: OwnGrants = { called: [], logged: [], left: 0, next: 0 },
): Promise<OwnGrants> => {
  let { called, logged, left, next } = before
  const live = await journal.batches.where({ live: 1 }).sortBy('createdAt')
  for (;;) {
    const rows = journal.batches.where('createdAt').aboveOrEqual(next)
    const batches = await rows.limit(step).toArray()
    for (const batch of batches.filter((one) => one.chainId === chainId)) {
      const found = await inBatch(account, batch)
      called = distinctGrants([...called, ...found.called]).slice(-most)
      logged = distinctGrants([...logged, ...found.logged]).slice(-most)
      left += found.left
    }
    const last = batches.at(-1)?.createdAt
    if (last !== undefined) next = last + 1
    if (batches.length < step) break
  }
  // A live batch may still get receipts: it is read again next time.
  return { called, logged, left, next: Math.min(next, live[0]?.createdAt ?? Infinity) }
}
