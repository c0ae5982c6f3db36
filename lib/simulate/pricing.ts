import { numberToHex, type Hash, type Hex } from 'viem'
import type { Fees } from '../db'
import { priceNow, type FeeOffer } from '../network/feeOffer'

/** What the pending block shows to the contracts that run in it. */
export type BlockEnvironment = { gasLimit?: Hex; prevRandao?: Hash }

/**
 * What simulated transactions pay, and the block they pay it in: as the real ones will. A contract that sees
 * no price, no base fee or no randomness would know that it is only looked at.
 */
export type Pricing = { fees: Fees; block: BlockEnvironment & { baseFeePerGas?: Hex } }

/** What transactions pay now at the normal speed: the price itself, as nodes differ in how they take fees. */
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
