import type { Quote } from '@/lib/simulate/quoteBatch'
import type { BatchDecision } from '@/lib/batch/approveBatch'
import { acceptedBy } from './guard'
import type { Sight } from './useQuote'

/** Why approving takes a second step. */
export type Caution = 'fails' | 'unchecked' | 'old'

/** What speaks against approving at the first click. */
export const cautionOf = ({ verdict, unchecked }: Quote): Caution | undefined => {
  if (verdict === 'fails') return 'fails'
  const isBlind = unchecked.includes('changes') || unchecked.includes('transaction')
  return verdict === 'unknown' || isBlind ? 'unchecked' : undefined
}

/** Whether the user can approve this quote: undefined while not, null if it never can. */
export const approvable = (sight: Sight | undefined): Sight | undefined | null => {
  if (sight?.quote.blocked) return null
  // What was edited is signed only where it was seen to succeed.
  if (sight?.quote.edits && sight.quote.verdict !== 'succeeds') return undefined
  return sight?.quote.isShort ? undefined : sight
}

/** What approving a quote decides: how the batch runs and on which terms. */
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

/** The same with the outcomes that are accepted. */
export const acceptanceOf = ({ quote, outcome, guard }: Sight): BatchDecision => ({
  ...decisionOf(quote),
  outcomes: acceptedBy(guard, outcome),
})
