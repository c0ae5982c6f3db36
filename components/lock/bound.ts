import type { Change, Held, Lock } from '@/lib/db/outcome'
import { leastOf } from '@/lib/lock/least'
import { assetKey } from '@/lib/simulate/material'
import { sameAddress } from '@/lib/values/address'
import type { Quote } from '@/lib/simulate/quote'
import type { Guard } from '../calls/guard'
import { acceptedChanges } from './accepted'

/**
 * Returns what a lock holds of a line; undefined where it holds nothing. An item that is not held by its ID may be held
 * by the count of its collection.
 */
export const heldOnLine = ({ holds }: Lock, line: Change): Held | undefined => {
  const { asset } = line
  const own = holds.find((one) => assetKey(one) === assetKey(line))
  if (own || asset.standard !== 'ERC721') return own
  return holds.find(
    (one) => one.asset.standard === 'collection' && sameAddress(one.asset.address, asset.address),
  )
}

/** The most that leaves or the least that arrives; undefined where the fees leave nothing to hold. */
export const boundOf = (
  quote: Quote,
  guard: Guard,
  lock: Lock,
  held: Held,
  { direction }: Change,
): bigint | undefined => {
  if (held.asset.standard === 'ERC721' || held.asset.standard === 'collection') return 1n
  const least = leastOf(lock, held, acceptedChanges(quote, guard), quote)
  const had = BigInt(held.had)
  if (direction === 'in') return least > had ? least - had : undefined
  // More than there is cannot leave, but of the coin the fees could take it all.
  if (least <= 0n) return held.asset.standard === 'native' ? undefined : had
  return had - least
}
