import type { Address } from 'viem'
import { Hex } from '../ui/Hex'
import { ShortAddress } from '../ui/ShortAddress'

const endsOf = (address: Address): string =>
  `${address.slice(2, 10)}${address.slice(-8)}`.toLowerCase()

/** One of two addresses to tell apart: whole where the other one has its first and last eight digits, too. */
export const OneOfTwo = ({ value, other }: { value: Address; other: Address | undefined }) =>
  other && endsOf(value) === endsOf(other) ? <Hex value={value} /> : <ShortAddress value={value} />
