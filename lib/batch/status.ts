import { numberToHex, type Hex } from 'viem'
import type { Batch } from '../db'
import type { Receipt } from '../db/batchEvent'
import { withoutLocks } from '../lock/resets'
import { isEnded, transactionCount } from './machine'
import type { State, Transaction } from './state'

/** Status codes of EIP-5792: pending, confirmed, failed off chain, reverted, partly reverted. */
export type StatusCode = 100 | 200 | 400 | 500 | 600

/** The answer of `wallet_getCallsStatus` (EIP-5792). */
export type CallsStatus = {
  version: '2.0.0'
  id: string
  chainId: Hex
  status: StatusCode
  atomic: boolean
  receipts?: Receipt[]
  capabilities?: { preconfirmation: { preconfirmed: true; block: Hex } }
}

/** Returns the final status code of a batch that has ended. */
const outcome = (batch: Pick<Batch, 'mode' | 'calls'>, state: State): StatusCode => {
  const calls = included(state).filter(({ kind }) => kind === 'call')
  const took = calls.filter(({ receipt, ran }) => receipt?.status === '0x1' && ran !== false)
  if (took.length === 0) return calls.length > 0 ? 500 : 400
  const whole = took.length === transactionCount(batch) && took.every(({ ran }) => ran === true)
  return whole ? 200 : 600
}

/** Returns the transaction with a receipt for each call; none on a local chain that was started anew. */
const included = ({ stopped, transactions }: State) => {
  const winners = new Map<number, Transaction>()
  if (stopped === 'reset') return []
  for (const one of transactions)
    if (one.receipt && !winners.has(one.index)) winners.set(one.index, one)
  return [...new Set(transactions.map(({ index }) => index))].flatMap(
    (index) => winners.get(index) ?? [],
  )
}

/** Returns the status code: 100 until all transactions are in sealed blocks (EIP-5792, "Status codes"). */
export const statusCode = (batch: Pick<Batch, 'mode' | 'calls'>, state: State): StatusCode =>
  isEnded(batch, state) && included(state).every(({ sealed }) => sealed)
    ? outcome(batch, state)
    : 100

/**
 * Returns a batch's status for its site, with receipts of all mined calls in order, reverted ones too. Their logs are
 * those of the site's own calls.
 */
export const callsStatus = (batch: Batch, state: State): CallsStatus => {
  const status = statusCode(batch, state)
  const calls = included(state).filter(({ kind }) => kind === 'call')
  const receipts = calls.flatMap(({ receipt }) =>
    receipt ? [{ ...receipt, logs: withoutLocks(receipt.logs, batch.locks) }] : [],
  )
  // A receipt that a node has yet to tell more of, or the second one contradicts, is in a sealed block all the same.
  const preconfirmed = calls.findLast(({ sealed, second }) => !sealed && !second)?.receipt
  return {
    version: '2.0.0',
    id: batch.id,
    chainId: numberToHex(batch.chainId),
    status,
    atomic: batch.mode !== 'sequence',
    ...(receipts.length > 0 ? { receipts } : {}),
    ...(status === 100 && preconfirmed
      ? {
          capabilities: {
            preconfirmation: { preconfirmed: true, block: preconfirmed.blockNumber },
          },
        }
      : {}),
  }
}
