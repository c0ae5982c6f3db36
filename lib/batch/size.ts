import { size, type Address } from 'viem'
import type { Call } from '../db'
import { encodeOnce } from '../delegate/encodeOnce'
import { executor } from '../delegate/executor'
import { rpcError } from '../rpc/errors'

/** Maximum number of calls in a batch. */
export const maxCalls = 1000

/** Largest signed transaction, in bytes, that nodes accept into their pool. */
export const maxTransactionBytes = 128 * 1024

/** Most bytes that a signed transaction has beside its data: fields, signature, one authorization. */
const overhead = 320

/** Throws 5740 for the first call that is too large for a transaction of its own. */
export const checkEachCall = (calls: readonly Call[]): void => {
  for (const [index, { data }] of calls.entries()) {
    const bytes = size(data) + overhead
    if (bytes > maxTransactionBytes)
      throw rpcError(
        'batchTooLarge',
        `calls[${index}] takes ${bytes} bytes signed, at most ${maxTransactionBytes}`,
      )
  }
}

const bytesOf = (calls: readonly Call[], delegate: Address): number =>
  size(encodeOnce(calls, delegate)) + overhead

/** True if all calls, encoded for `delegate`, fit into one transaction. */
export const fitsOneTransaction = (calls: readonly Call[], delegate: Address = executor): boolean =>
  calls.reduce((sum, { data }) => sum + size(data), 0) + overhead <= maxTransactionBytes &&
  bytesOf(calls, delegate) <= maxTransactionBytes

/** Returns error 5740: the calls, encoded for `delegate`, do not fit into one transaction. */
export const tooManyBytes = (calls: readonly Call[], delegate: Address = executor) =>
  rpcError(
    'batchTooLarge',
    `all calls take ${bytesOf(calls, delegate)} bytes signed, at most ${maxTransactionBytes}`,
  )
