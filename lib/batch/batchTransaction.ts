import { keccak256, zeroAddress, type Address, type Hex, type TransactionSerializable } from 'viem'
import type { Batch, Call, Fees } from '../db'
import { encodeBatch } from '../delegate/encode'
import { approvalHolds } from './age'
import { lockedUntil } from '../lock/check'
import { openingsOf } from '../lock/hooks'
import type { Event } from '../db/batchEvent'

/** Returns the transaction type and its fees in wei per gas (bigint). */
export const priceOf = (fees: Fees) =>
  'gasPrice' in fees
    ? { type: 'legacy' as const, gasPrice: BigInt(fees.gasPrice) }
    : {
        type: 'eip1559' as const,
        maxFeePerGas: BigInt(fees.maxFeePerGas),
        maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
      }

/** Returns the deadline, in seconds since 1970, of locks that are signed `now` (in ms): as long as an approval holds. */
export const deadlineAt = (now: number): number => Math.floor((now + approvalHolds) / 1000)

/**
 * Returns all calls of an atomic batch: what its locks keep before, the site's, then the locks until a deadline (in
 * seconds since 1970).
 */
export const lockedCalls = (
  { calls, locks }: Pick<Batch, 'calls' | 'locks'>,
  deadline = 0,
): Call[] => [...openingsOf(locks), ...calls, ...lockedUntil(locks ?? [], deadline)]

/** Returns the index among the site's calls of a call among all of a batch; null for one of the wallet's own. */
export const siteIndex = (
  calls: readonly Call[],
  locks: readonly Call[] | undefined,
  index: number,
): number | null => {
  const at = index - openingsOf(locks).length
  return at >= 0 && at < calls.length ? at : null
}

/** Returns the index among the locks of a call among all of a batch; null for any call before them. */
export const lockIndex = (
  calls: readonly Call[],
  locks: readonly Call[] = [],
  index: number,
): number | null => {
  const at = index - openingsOf(locks).length - calls.length
  return at >= 0 && at < locks.length ? at : null
}

const payload = (batch: Batch, call: Call, deadline: number | undefined) =>
  batch.mode === 'atomic'
    ? { to: batch.from, value: 0n, data: encodeBatch(lockedCalls(batch, deadline), batch.delegate) }
    : { to: call.to, value: BigInt(call.value), data: call.data }

/**
 * Builds the transaction to sign for call `index` from the stored batch, and the deadline of its locks. Throws for an
 * unknown index, or for locks without a deadline.
 */
export const transactionOf = (
  batch: Batch,
  index: number,
  nonce: number,
  { fees = batch.fees, deadline }: { fees?: Fees; deadline?: number | undefined } = {},
): TransactionSerializable => {
  const [call, gas] = [batch.calls[index], batch.gas[index]]
  if (!call || !gas) throw new Error('the batch has no such transaction')
  if (batch.locks && deadline === undefined) throw new Error('the locks have no deadline')
  return {
    ...priceOf(fees),
    ...payload(batch, call, deadline),
    chainId: batch.chainId,
    nonce,
    gas: BigInt(gas),
  }
}

/**
 * Returns the address that a batch's authorization delegates to: its executor, or the zero address, which
 * clears the account's code (EIP-7702, "Behavior").
 */
export const authorizedBy = ({ revokes, delegate }: Batch): Address | null =>
  revokes ? zeroAddress : delegate

/** Returns the event that stores signed bytes. */
export const signedEvent = (
  raw: Hex,
  about: {
    index: number
    kind: 'call' | 'cancel'
    nonce: number
    upgrade: boolean
    deadline?: number
  },
): Event => ({ type: 'signed', ...about, hash: keccak256(raw), raw })
