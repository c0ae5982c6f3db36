import { encodeErrorResult, type Hex } from 'viem'
import { madeCalls, type Frame } from '../batch/trace'
import { lockedCalls } from '../batch/transaction'
import type { Batch } from '../db'
import { executorErrors } from '../delegate/encode'

/**
 * Returns the call that failed, and its revert data, as our executor says it: by a node's trace, as other executors
 * hand on the bare revert data. Undefined if no call of the batch failed.
 */
export const tracedFailure = (
  top: Frame,
  batch: Batch,
  deadline: number | undefined,
): Hex | undefined => {
  const made = madeCalls(top, { ...batch, calls: lockedCalls(batch, deadline) })
  const last = made.at(-1)
  if (!last?.error) return undefined
  const args = [BigInt(made.length - 1), last.output ?? '0x'] as const
  return encodeErrorResult({ abi: executorErrors, errorName: 'ExecuteError', args })
}
