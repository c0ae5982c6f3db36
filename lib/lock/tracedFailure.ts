import { concat, encodeAbiParameters, type Hex } from 'viem'
import { madeCalls, type CallFrame } from '../batch/trace'
import { lockedCalls } from '../batch/batchTransaction'
import type { Batch } from '../db'

/** Selector of `ExecuteError(uint256,bytes)`. */
const executeError = '0x5a154675'

const parameters = [{ type: 'uint256' }, { type: 'bytes' }] as const

/**
 * Returns the call that failed, and its revert data, as our executor says it: by a node's trace, as other executors
 * hand on the bare revert data. Undefined if no call of the batch failed.
 */
export const tracedFailure = (
  top: CallFrame,
  batch: Batch,
  deadline: number | undefined,
): Hex | undefined => {
  const made = madeCalls(top, { ...batch, calls: lockedCalls(batch, deadline) })
  const last = made.at(-1)
  if (!last?.error) return undefined
  const args = [BigInt(made.length - 1), last.output ?? '0x'] as const
  return concat([executeError, encodeAbiParameters(parameters, args)])
}
