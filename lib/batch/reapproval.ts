import type { Approval, Batch } from '../db'
import type { State } from './state'

/** The id of the request that asks the user for a batch once more. */
export const reapprovalId = (key: string): string => `again:${key}`

/** The calls of a batch that are still to be signed. */
const left = ({ mode, calls }: Batch, { transactions }: State) =>
  mode === 'sequence' ? calls.slice(new Set(transactions.map(({ index }) => index)).size) : calls

/**
 * The request that asks the user for what is left of a batch once more, in the mode that was approved;
 * undefined while nothing is to be asked. `at` in ms since 1970.
 */
export const reapprovalOf = (batch: Batch, state: State, at: number): Approval | undefined => {
  if (!state.asked) return undefined
  const { key, origin, method, from, chainId, mode, revokes } = batch
  const request = {
    from,
    chainId,
    calls: left(batch, state),
    atomicRequired: mode === 'atomic',
    // What the site suggested is in there: less was never approved.
    ...(mode === 'one' ? { suggestedGas: batch.gas[0] } : {}),
    ...(revokes ? { revokes } : {}),
  }
  return {
    id: reapprovalId(key),
    origin,
    documentId: '',
    method,
    wire: '',
    params: [request],
    state: 'pending',
    createdAt: at,
    again: { key, why: state.asked, mode },
  }
}
