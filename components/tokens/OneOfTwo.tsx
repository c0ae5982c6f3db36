import type { Address } from 'viem'
import { Hex } from '../ui/Hex'
import { ShortAddress } from '../ui/ShortAddress'

const areAlike = (one: Address, other: Address, digits: number): boolean => {
  const endsOf = (address: Address) =>
    `${address.slice(2, 2 + digits)}${address.slice(-digits)}`.toLowerCase()
  return endsOf(one) === endsOf(other)
}

/**
 * One of two addresses to tell apart, by four digits at each end. Where the other has these, too, by eight; where it
 * has the eight, whole.
 */
export const OneOfTwo = ({ value, other }: { value: Address; other: Address | undefined }) =>
  !other || !areAlike(value, other, 4) ? (
    <ShortAddress value={value} start={4} end={4} />
  ) : areAlike(value, other, 8) ? (
    <Hex value={value} />
  ) : (
    <ShortAddress value={value} />
  )
