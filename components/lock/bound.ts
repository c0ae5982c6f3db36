import type { Change, Held, Lock } from '@/lib/db/outcome'
import { leastOf } from '@/lib/lock/least'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import type { Guard } from '../calls/guard'
import { acceptedChanges } from './accepted'

/** Returns what a lock holds of a line; undefined where it holds nothing. */
export const heldBy = ({ holds }: Lock, line: Change): Held | undefined =>
  holds.find((one) => assetKey(one) === assetKey(line))

/** The most that leaves or the least that arrives; undefined where the fees leave nothing to hold. */
export const boundOf = (
  quote: Quote,
  guard: Guard,
  lock: Lock,
  held: Held,
  { direction }: Change,
): bigint | undefined => {
  const least = leastOf(lock, held, acceptedChanges(quote, guard), quote)
  const had = BigInt(held.had)
  if (direction === 'in') return least > had ? least - had : undefined
  // More than there is cannot leave, but of the coin the fees could take it all.
  if (least <= 0n) return held.asset.standard === 'native' ? undefined : had
  return had - least
}
