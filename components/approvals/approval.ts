import type { Quote } from '@/lib/simulate/quote'
import type { BatchDecision } from '@/lib/batch/approveBatch'
import { acceptedHashes } from '../calls/guard'
import type { QuoteView } from './useQuote'
import type { GreyReason } from './whyGrey'

/** Gives the view that can be approved, or the reason why there is none; null if there never will be. */
export const approvable = <S extends { quote: Quote }>(
  view: S | undefined,
): S | GreyReason | null => {
  if (!view) return 'simulation'
  const { blocked, isShort, edits, verdict } = view.quote
  if (blocked) return null
  if (isShort) return 'too little'
  // Edited calls are signed only after a simulation that succeeded.
  return edits && verdict !== 'succeeds' ? 'limit fails' : view
}

/** Builds the decision to approve a quote: the mode of the batch and its terms. */
export const decisionOf = (quote: Quote): BatchDecision => {
  const { mode, delegate, upgrade, account, gas, fees, verdict: expected, edits, sponsor } = quote
  return {
    mode,
    upgrade,
    gas,
    fees,
    expected,
    ...(delegate ? { delegate } : {}),
    ...(edits ? { edits } : {}),
    ...(sponsor ? { isSponsored: true } : {}),
    ...(upgrade && account.delegate ? { replaces: account.delegate } : {}),
  }
}

/** Builds the decision to approve a quote, with the hashes of the accepted outcomes. */
export const acceptanceOf = ({ quote, outcome, guard }: QuoteView): BatchDecision => ({
  ...decisionOf(quote),
  outcomes: acceptedHashes(guard, outcome),
})
