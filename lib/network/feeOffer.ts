import type { Hex } from 'viem'
import type { Fees } from '../db'

/** Speed at which a transaction should be included. */
export type Speed = 'slow' | 'normal' | 'fast'

/** A speed, whose fees follow the network, or fees of the user's own, which stay. */
export type FeeChoice = Speed | Fees

/** Fees to choose from, by speed, as the network asks now. */
export type FeeOffer = {
  /** Only `normal` if recent blocks show no tips. */
  speeds: Partial<Record<Speed, Fees>> & { normal: Fees }
  /** Longest wait in recent blocks, in seconds; absent if the block time is unknown. */
  waits: Partial<Record<Speed, number>>
  /** Base fee of the pending block, in wei per gas; absent if the chain has none. */
  baseFee?: Hex
  /** Median price of one gas in the last 20 blocks, in wei; null if nobody paid, absent if it is unknown. */
  usual?: Hex | null
}

/** Returns the fees that a choice comes to now; those of the normal speed if the chosen one is not offered. */
export const feesOf = (choice: FeeChoice, { speeds }: FeeOffer): Fees =>
  typeof choice === 'string' ? (speeds[choice] ?? speeds.normal) : choice

/** Returns the highest possible price of one gas, in wei. */
export const highestFee = (fees: Fees): bigint =>
  BigInt('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas)

/**
 * Returns the price of one gas in the pending block, in wei (EIP-1559: base fee plus tip, at most the max
 * fee).
 */
export const priceNow = (fees: Fees, baseFee: Hex | undefined): bigint => {
  const highest = highestFee(fees)
  if ('gasPrice' in fees || baseFee === undefined) return highest
  const price = BigInt(baseFee) + BigInt(fees.maxPriorityFeePerGas)
  return price < highest ? price : highest
}

const tipOf = (fees: Fees): bigint =>
  'gasPrice' in fees ? BigInt(fees.gasPrice) : BigInt(fees.maxPriorityFeePerGas)

/**
 * Returns `low` for fees that no block would take now, `high` for over ten times the dearest offer; else
 * undefined.
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
