import type { Doubt } from '@/lib/approvals/danger'
import { misfitOf } from '@/lib/network/feeOffer'
import type { Quote } from '@/lib/simulate/quote'
import { priced } from '../fees/choice'
import { approvable } from './approval'

/** The most that a quote's gas and its L1 fee cost, in wei. */
const costOf = ({ ceiling, l1Fee }: Quote): bigint => BigInt(ceiling) + BigInt(l1Fee)

/**
 * Gives the sight that a click on `shown` approves, now that the quote was asked for once more: `now`, at the fees
 * that were shown where its own would cost more. Undefined if it still costs more, if no block takes these fees
 * any more, or if it raises a doubt that was not accepted.
 */
export const confirmed = <S extends { quote: Quote }>(
  shown: S,
  now: S,
  accepted: readonly Doubt[],
  doubtsOf: (quote: Quote) => readonly Doubt[],
): S | undefined => {
  const most = costOf(shown.quote)
  const { fees } = shown.quote
  const isDearer = costOf(now.quote) > most
  if (isDearer && misfitOf(fees, now.quote.offer) === 'low') return undefined
  const sight = isDearer ? { ...now, quote: priced(now.quote, fees) } : now
  if (costOf(sight.quote) > most) return undefined
  if (doubtsOf(sight.quote).some((doubt) => !accepted.includes(doubt))) return undefined
  return approvable(sight) ?? undefined
}
