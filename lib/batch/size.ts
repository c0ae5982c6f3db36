import { size, type Address } from 'viem'
import type { Call } from '../db'
import { encodeBatch } from '../delegate/encode'
import { executor } from '../delegate/executor'
import { rpcError } from '../rpc/errors'

/** Maximum number of calls in a batch. */
export const maxCalls = 1000

/** Largest signed transaction, in bytes, that nodes accept into their pool. */
export const maxTransactionBytes = 128 * 1024

/** Most bytes that a signed transaction has beside its data: fields, signature, one authorization. */
const overhead = 320

/** Returns the index of the first call too large for a transaction of its own; undefined if none is. */
export const tooLargeCall = (calls: readonly Call[]): number | undefined => {
  const index = calls.findIndex(({ data }) => size(data) + overhead > maxTransactionBytes)
  return index < 0 ? undefined : index
}

/** True if all calls, encoded for `delegate`, fit into one transaction. */
export const fitsOneTransaction = (calls: readonly Call[], delegate: Address = executor): boolean =>
  calls.reduce((sum, { data }) => sum + size(data), 0) + overhead <= maxTransactionBytes &&
  size(encodeBatch(calls, delegate)) + overhead <= maxTransactionBytes

/** Returns error 5740: the calls do not fit into one transaction. */
export const tooManyBytes = () =>
  rpcError('batchTooLarge', `all calls exceed ${maxTransactionBytes} bytes signed`)
