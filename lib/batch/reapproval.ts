import type { Approval, Batch, SponsorTerms } from '../db'
import type { PaymasterService } from '../sponsor/capability'
import type { State } from './state'

/** Returns the ID of the approval row that asks the user about a batch again. */
export const reapprovalId = (key: string): string => `again:${key}`

/** Returns the calls of a batch that are not signed yet. */
const left = ({ mode, calls }: Batch, { transactions }: State) =>
  mode === 'sequence' ? calls.slice(new Set(transactions.map(({ index }) => index)).size) : calls

/** Returns the service that was to pay, which is asked once more; if it does not pay now, the user may. */
const asksAgain = ({ url, context }: SponsorTerms): PaymasterService => ({
  url,
  ...(context === undefined ? {} : { context }),
  optional: true,
})

/**
 * Returns the approval row that asks the user again about a batch's unsigned calls, in the approved mode;
 * undefined if the state holds no question. `at` in ms since 1970.
 */
export const reapprovalOf = (batch: Batch, state: State, at: number): Approval | undefined => {
  if (!state.asked) return undefined
  const { key, origin, method, from, chainId, mode, revokes, sponsor } = batch
  const { changed } = state
  const request = {
    from,
    chainId,
    calls: left(batch, state),
    atomicRequired: mode === 'atomic',
    // The approved limit already includes the site's suggestion and is the new minimum.
    ...(mode === 'one' ? { suggestedGas: batch.gas[0] } : {}),
    ...(revokes ? { revokes } : {}),
    ...(sponsor ? { paymaster: asksAgain(sponsor) } : {}),
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
    again: { key, why: state.asked, mode, ...(changed ? { changed } : {}) },
  }
}
