import type { Address } from 'viem'
import type { Change, Lock } from '@/lib/db/outcome'
import { sameAddress } from '@/lib/values/address'
import type { Quote } from '@/lib/simulate/quote'
import type { Guard } from '../calls/guard'
import type { ReadCall } from '../calls/outflowsOf'
import { boundOf, heldOnLine } from './bound'

/** Parts of a batch that its lock does not hold. */
export type Uncovered = {
  /** Lines of what leaves and arrives without a lock. */
  lines: number
  /** Tokens of the user's list without one. */
  left: number
  /** True if contracts, not the calls' data, say who receives a token. */
  isToAnybody: boolean
  /** True if somebody may take something afterwards. */
  isAllowed: boolean
  /** True if a part of the batch could not be read or seen. */
  isUnread: boolean
}

/** True if direct transfers of the account make up all that leaves of a token: their data name who receives it. */
const isToNamed = (
  { asset, amount }: Change,
  calls: readonly ReadCall[],
  from: Address,
): boolean => {
  if (asset.standard === 'native') return true
  const sent = calls.map(({ call: { to }, reading }) =>
    reading?.kind === 'transfer' &&
    !reading.isGuess &&
    to !== null &&
    sameAddress(to, asset.address) &&
    sameAddress(reading.from, from) &&
    reading.unit !== 'id'
      ? BigInt(reading.amount ?? 0)
      : 0n,
  )
  return asset.standard === 'ERC20' && sent.reduce((sum, one) => sum + one, 0n) === BigInt(amount)
}

/** Returns what a lock leaves open, by what was measured and what the calls' data say. */
export const uncoveredBy = (
  quote: Quote,
  guard: Guard,
  lock: Lock,
  calls: readonly ReadCall[],
  from: Address,
): Uncovered => {
  const { changes, allowances, unchecked } = quote
  const isHeld = (line: Change) => {
    const held = heldOnLine(lock, line)
    return held !== undefined && boundOf(quote, guard, lock, held, line) !== undefined
  }
  return {
    lines: changes.filter((line) => !isHeld(line)).length,
    left: lock.left,
    isToAnybody: changes.some((one) => one.direction === 'out' && !isToNamed(one, calls, from)),
    isAllowed: unchecked.includes('allowances') || allowances.some(({ left }) => left !== '0x0'),
    isUnread: unchecked.some((what) => what === 'rights' || what === 'changes'),
  }
}
