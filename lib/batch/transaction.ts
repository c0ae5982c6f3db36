import { keccak256, zeroAddress, type Address, type Hex, type TransactionSerializable } from 'viem'
import type { Batch, Call, Fees } from '../db'
import { encodeBatch } from '../delegate/encode'
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

const payload = ({ mode, from, calls, delegate }: Batch, call: Call) =>
  mode === 'atomic'
    ? { to: from, value: 0n, data: encodeBatch(calls, delegate) }
    : { to: call.to, value: BigInt(call.value), data: call.data }

/**
 * Builds the transaction to sign for call `index` from the stored batch alone. Throws for an unknown index.
 */
export const transactionOf = (
  batch: Batch,
  index: number,
  nonce: number,
  fees = batch.fees,
): TransactionSerializable => {
  const [call, gas] = [batch.calls[index], batch.gas[index]]
  if (!call || !gas) throw new Error('the batch has no such transaction')
  return {
    ...priceOf(fees),
    ...payload(batch, call),
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
  about: { index: number; kind: 'call' | 'cancel'; nonce: number; upgrade: boolean },
): Event => ({ type: 'signed', ...about, hash: keccak256(raw), raw })
