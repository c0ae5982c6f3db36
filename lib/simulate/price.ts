import { numberToHex } from 'viem'
import type { Fees } from '../db'
import { highestFee } from '../network/feeOffer'
import type { Quote } from './quote'

type Costs = Pick<Quote, 'gas' | 'l1Fee' | 'spends' | 'balance'>

/**
 * Returns the most that gas can cost at these fees in wei, and whether the balance falls short of it, of what
 * the calls spend and of the L1 fee together.
 */
export const priceAt = (
  { gas, l1Fee, spends, balance }: Costs,
  fees: Fees,
): Pick<Quote, 'fees' | 'ceiling' | 'isShort'> => {
  const ceiling = gas.reduce((sum, limit) => sum + BigInt(limit), 0n) * highestFee(fees)
  const isShort = BigInt(balance) < BigInt(spends) + ceiling + BigInt(l1Fee)
  return { fees, ceiling: numberToHex(ceiling), isShort }
}
