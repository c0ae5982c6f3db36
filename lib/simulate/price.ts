import { numberToHex } from 'viem'
import type { Fees } from '../db'
import { highestFee } from '../network/feeOffer'
import type { Quote } from './quoteBatch'

type Costs = Pick<Quote, 'gas' | 'l1Fee' | 'spends' | 'balance'>

/** What gas costs at these fees at most, in wei, and whether the balance covers it beside all else. */
export const priceAt = (
  { gas, l1Fee, spends, balance }: Costs,
  fees: Fees,
): Pick<Quote, 'fees' | 'ceiling' | 'isShort'> => {
  const ceiling = gas.reduce((sum, limit) => sum + BigInt(limit), 0n) * highestFee(fees)
  const isShort = BigInt(balance) < BigInt(spends) + ceiling + BigInt(l1Fee)
  return { fees, ceiling: numberToHex(ceiling), isShort }
}
