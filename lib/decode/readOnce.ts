import type { Address } from 'viem'
import type { Call } from '../db'
import { readCall } from './read'
import type { DecodedCall } from './reading'

type Kept = { from: Address; chainId: number; reading: DecodedCall }

const kept = new WeakMap<Call, Kept>()

/**
 * Reads an account's own call as `readCall` does, once for as long as the call is there: each part of a quote reads all of
 * them, a dozen times together. A call of a batch is never changed, a changed one is another object.
 */
export const readOnce = (call: Call, from: Address, chainId: number): DecodedCall => {
  const known = kept.get(call)
  if (known?.from === from && known.chainId === chainId) return known.reading
  const { to, value, data } = call
  const reading = readCall({ from, to: to ?? from, value, data }, chainId)
  kept.set(call, { from, chainId, reading })
  return reading
}
