import { numberToHex, type Hash, type Hex } from 'viem'
import type { Fees } from '../db'
import { priceNow, type FeeOffer } from '../network/feeOffer'

/** Fields of the pending block that contracts can read. */
export type BlockEnvironment = { gasLimit?: Hex; prevRandao?: Hash }

/**
 * Fees and block fields of a simulation, the same as those of the real transactions. A contract that sees no
 * gas price, base fee or randomness could tell a simulation by it.
 */
export type Pricing = { fees: Fees; block: BlockEnvironment & { baseFeePerGas?: Hex } }

/**
 * Returns the pricing at the normal speed. It has a `gasPrice`, as nodes differ in how they take EIP-1559
 * fees.
 */
export const pricingOf = (
  { speeds: { normal }, baseFee }: FeeOffer,
  { gasLimit, prevRandao }: BlockEnvironment,
): Pricing => ({
  fees: { gasPrice: numberToHex(priceNow(normal, baseFee)) },
  block: {
    ...(baseFee ? { baseFeePerGas: baseFee } : {}),
    ...(gasLimit ? { gasLimit } : {}),
    ...(prevRandao ? { prevRandao } : {}),
  },
})
