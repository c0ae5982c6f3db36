import type { Address, Hex } from 'viem'
import { lockedCalls } from '../batch/batchTransaction'
import type { Batch, Call } from '../db'
import { encodeBatch } from '../delegate/encode'
import { executor } from '../delegate/executor'
import { checkCall, keepsDeadline } from '../lock/check'

/**
 * Returns the wallet's own calls of a sponsored batch: its locks, or where nothing is locked a call that only keeps to
 * a deadline. Without one, whoever holds the signed operation could run it at any later time.
 */
export const withDeadline = (
  locks: readonly Call[] | undefined,
  router: Address,
  account: Address,
): Call[] => {
  const own = locks ?? []
  return keepsDeadline(own) ? [...own] : [...own, checkCall(router, account, [])]
}

/**
 * Returns the call data of a user operation that runs all calls of a batch or none, and none after the deadline (in
 * seconds since 1970). Throws if no call of the wallet's own keeps to it.
 */
export const operationCallData = (batch: Pick<Batch, 'calls' | 'locks'>, deadline: number): Hex => {
  if (!keepsDeadline(batch.locks ?? [])) throw new Error('the operation has no deadline')
  return encodeBatch(lockedCalls(batch, deadline), executor)
}
