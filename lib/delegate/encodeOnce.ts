import type { Address, Hex } from 'viem'
import type { Call } from '../db'
import { encodeBatch } from './encode'

type Kept = { delegate: Address | null; data: Hex }

const kept = new WeakMap<readonly Call[], Kept>()

/**
 * Encodes a batch as `encodeBatch` does, once for each list of calls: a quote needs the same data in each of its runs, for
 * their limits and for the chain's own fee. Such a list is never changed. What is signed is encoded by itself.
 */
export const encodeOnce = (calls: readonly Call[], delegate: Address | null): Hex => {
  const known = kept.get(calls)
  if (known?.delegate === delegate) return known.data
  const data = encodeBatch(calls, delegate)
  kept.set(calls, { delegate, data })
  return data
}
