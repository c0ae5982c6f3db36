import type { Quote } from '@/lib/simulate/quote'
import type { BatchDecision } from '@/lib/batch/approveBatch'
import { acceptedBy } from '../calls/guard'
import type { Sight } from './useQuote'

/** Gives the sight that can be approved: undefined while there is none, null if there never will be. */
export const approvable = <S extends { quote: Quote }>(
  sight: S | undefined,
): S | undefined | null => {
  if (sight?.quote.blocked) return null
  // Edited calls are signed only after a simulation that succeeded.
  if (sight?.quote.edits && sight.quote.verdict !== 'succeeds') return undefined
  return sight?.quote.isShort ? undefined : sight
}

/** Builds the decision to approve a quote: the mode of the batch and its terms. */
export const decisionOf = (quote: Quote): BatchDecision => {
  const { mode, delegate, upgrade, account, gas, fees, verdict: expected, edits } = quote
  return {
    mode,
    upgrade,
    gas,
    fees,
    expected,
    ...(delegate ? { delegate } : {}),
    ...(edits ? { edits } : {}),
    ...(upgrade && account.delegate ? { replaces: account.delegate } : {}),
  }
}

/** Builds the decision to approve a quote, with the hashes of the accepted outcomes. */
export const acceptanceOf = ({ quote, outcome, guard }: Sight): BatchDecision => ({
  ...decisionOf(quote),
  outcomes: acceptedBy(guard, outcome),
})
