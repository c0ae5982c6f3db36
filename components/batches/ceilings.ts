import { parseTransaction, type Hex } from 'viem'
import { replacementFees } from '@/lib/batch/replacement'

/** The most that a signed transaction's gas can cost, in wei: as it is, and at the least once sped up. */
export const ceilings = (raw: Hex): { now: bigint; then: bigint } => {
  const { gas = 0n, gasPrice, maxFeePerGas } = parseTransaction(raw)
  const fees = replacementFees(
    raw,
    gasPrice === undefined
      ? { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }
      : { gasPrice: '0x0' },
  )
  const then = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas
  return { now: gas * (maxFeePerGas ?? gasPrice ?? 0n), then: gas * BigInt(then) }
}
