import type { Doubt } from '@/lib/approvals/danger'
import { misfitOf } from '@/lib/network/feeOffer'
import type { Quote } from '@/lib/simulate/quote'
import { priced } from '../fees/choice'
import { approvable } from './approval'

/** The most that a quote's gas and its L1 fee cost, in wei. */
const costOf = ({ ceiling, l1Fee }: Quote): bigint => BigInt(ceiling) + BigInt(l1Fee)

/**
 * Gives the view that a click on `shown` approves, now that the quote was asked for once more: `now`, at the fees
 * that were shown where its own would cost more. `dearer` if it still costs more, or if no block takes these fees
 * any more; `changed` if it raises a doubt that was not accepted, or cannot be approved.
 */
export const confirmed = <S extends { quote: Quote }>(
  shown: S,
  now: S,
  accepted: readonly Doubt[],
  doubtsOf: (quote: Quote) => readonly Doubt[],
): S | 'dearer' | 'changed' => {
  const most = costOf(shown.quote)
  const { fees } = shown.quote
  const isDearer = costOf(now.quote) > most
  if (isDearer && misfitOf(fees, now.quote.offer) === 'low') return 'dearer'
  const view = isDearer ? { ...now, quote: priced(now.quote, fees) } : now
  if (costOf(view.quote) > most) return 'dearer'
  if (doubtsOf(view.quote).some((doubt) => !accepted.includes(doubt))) return 'changed'
  const found = approvable(view)
  return found === null || typeof found === 'string' ? 'changed' : found
}
