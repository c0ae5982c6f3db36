import type { Batch } from '../db'
import { highestFee } from '../network/feeOffer'

/** How many times the approved fee the coin's floor allows for, so that Speed up has room. */
export const bumps = 2n

/**
 * Returns the highest price of one gas, in wei, at which the coin's floor still holds whatever the block asks.
 * Undefined for a batch whose locks do not hold the coin.
 */
export const roomOf = ({ fees, locks = [] }: Pick<Batch, 'fees' | 'locks'>): bigint | undefined =>
  locks.some(({ value }) => BigInt(value) > 0n) ? bumps * highestFee(fees) : undefined
