import type { Transaction } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { stopOf as stopBy, type Stop } from '@/lib/lock/stop'
import { revertsOf, wouldHave } from '@/lib/lock/stopped'

/** Finds what stopped a batch, as its page does by the wallet's verbs. */
export const stopOf = async (
  batch: Batch,
  transaction: Transaction,
): Promise<Stop | 'call' | undefined> => {
  const reverts = await revertsOf(batch, transaction)
  return reverts && stopBy(batch, reverts, (token) => wouldHave(batch, transaction, token))
}
