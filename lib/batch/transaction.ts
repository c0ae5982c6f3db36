import { keccak256, zeroAddress, type Address, type Hex, type TransactionSerializable } from 'viem'
import type { Batch, Call, Fees } from '../db'
import { encodeBatch } from '../delegate/encode'
import type { Event } from '../db/batchEvent'

/** Fees as a transaction has them, in wei per gas. */
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

/** The transaction of a batch that is to be signed for its call `index`, from the stored record alone. */
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
 * Who the account is delegated to by the authorization that a batch carries: the executor, or nobody, as the
 * zero address clears the code (EIP-7702, "Behavior").
 */
export const authorizedBy = ({ revokes, delegate }: Batch): Address | null =>
  revokes ? zeroAddress : delegate

/** The event that puts signed bytes on disk. */
export const signedEvent = (
  raw: Hex,
  about: { index: number; kind: 'call' | 'cancel'; nonce: number; upgrade: boolean },
): Event => ({ type: 'signed', ...about, hash: keccak256(raw), raw })
