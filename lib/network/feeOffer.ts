import type { Hex } from 'viem'
import type { Fees } from '../db'

/** How soon a transaction is to be in a block. */
export type Speed = 'slow' | 'normal' | 'fast'

/** What the network asks for a transaction now. */
export type FeeOffer = {
  /** Only `normal` where recent blocks tell no others. */
  speeds: Partial<Record<Speed, Fees>> & { normal: Fees }
  /** How long it would have taken at most in recent blocks, in seconds; only where that is known. */
  waits: Partial<Record<Speed, number>>
  /** The pending block's base fee, in wei per gas; absent where the chain has none. */
  baseFee?: Hex
}

/** The most that one unit of gas can cost, in wei. */
export const highestFee = (fees: Fees): bigint =>
  BigInt('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas)

/** What one unit of gas would cost in the pending block, in wei. */
export const priceNow = (fees: Fees, baseFee: Hex | undefined): bigint => {
  const highest = highestFee(fees)
  if ('gasPrice' in fees || baseFee === undefined) return highest
  const price = BigInt(baseFee) + BigInt(fees.maxPriorityFeePerGas)
  return price < highest ? price : highest
}

const tipOf = (fees: Fees): bigint =>
  'gasPrice' in fees ? BigInt(fees.gasPrice) : BigInt(fees.maxPriorityFeePerGas)

/**
 * Whether fees lie far outside what the network asks: `low`, no block would take them now; `high`, ten
 * times and more of the dearest that is offered.
 */
export const misfitOf = (fees: Fees, { speeds, baseFee }: FeeOffer): 'low' | 'high' | undefined => {
  const dearest = speeds.fast ?? speeds.normal
  const cheapest = speeds.slow ?? speeds.normal
  const isUnderBase = baseFee !== undefined && highestFee(fees) < BigInt(baseFee)
  if (isUnderBase || 10n * tipOf(fees) < tipOf(cheapest)) return 'low'
  const isHigh =
    highestFee(fees) > 10n * highestFee(dearest) ||
    priceNow(fees, baseFee) > 10n * priceNow(dearest, baseFee)
  return isHigh ? 'high' : undefined
}
