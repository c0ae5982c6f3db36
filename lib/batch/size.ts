import { size, type Address } from 'viem'
import type { Call } from '../db'
import { encodeBatch } from '../delegate/encode'
import { executor } from '../delegate/executor'
import { rpcError } from '../rpc/errors'

/** How many calls a batch may hold. */
export const maxCalls = 1000

/** The largest signed transaction that nodes take into their pool, in bytes. */
export const maxTransactionBytes = 128 * 1024

/** What a signed transaction holds beside its data at most: fields, signature, one authorization. */
const overhead = 320

/** Whether each call fits into a transaction of its own; if not, the index of the first that does not. */
export const tooLargeCall = (calls: readonly Call[]): number | undefined => {
  const index = calls.findIndex(({ data }) => size(data) + overhead > maxTransactionBytes)
  return index < 0 ? undefined : index
}

/** Whether all calls fit into one transaction, as the delegate takes them. */
export const fitsOneTransaction = (calls: readonly Call[], delegate: Address = executor): boolean =>
  calls.reduce((sum, { data }) => sum + size(data), 0) + overhead <= maxTransactionBytes &&
  size(encodeBatch(calls, delegate)) + overhead <= maxTransactionBytes

/** 5740 for calls that do not all fit into one transaction. */
export const tooManyBytes = () =>
  rpcError('batchTooLarge', `all calls exceed ${maxTransactionBytes} bytes signed`)
