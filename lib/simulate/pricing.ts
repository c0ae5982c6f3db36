import { numberToHex, type Hash, type Hex } from 'viem'
import type { Fees } from '../db'
import { feesOf, priceNow, type FeeChoice, type FeeOffer } from '../network/feeOffer'
import type { Places } from './place'

/** The pending block as contracts and the account see it: its fields, and the account's balance in wei. */
export type Surroundings = {
  gasLimit?: Hex
  prevRandao?: Hash
  places?: Places
  balance?: bigint
}

/**
 * Fees, block fields, places and balance of a simulation, as the real transactions will find them. A contract that
 * sees another price, block or balance could tell a simulation by it. `l1Fee`: the chain's own fee, in wei.
 */
export type Pricing = {
  fees: Fees
  block: { gasLimit?: Hex; prevRandao?: Hash; baseFeePerGas?: Hex }
  places?: Places
  balance?: bigint
  l1Fee?: bigint
}

/**
 * Returns the pricing at the fees that the user chose. It has a `gasPrice`, as nodes differ in how they take
 * EIP-1559 fees.
 */
export const pricingOf = (
  offer: FeeOffer,
  { gasLimit, prevRandao, ...seen }: Surroundings,
  choice: FeeChoice = 'normal',
): Pricing => {
  const { baseFee } = offer
  return {
    fees: { gasPrice: numberToHex(priceNow(feesOf(choice, offer), baseFee)) },
    block: {
      ...(baseFee ? { baseFeePerGas: baseFee } : {}),
      ...(gasLimit ? { gasLimit } : {}),
      ...(prevRandao ? { prevRandao } : {}),
    },
    ...seen,
  }
}
