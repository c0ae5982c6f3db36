import { isHex, numberToHex, size, type Address, type Hex } from 'viem'
import type { Transaction } from '../batch/state'
import type { Frame } from '../batch/trace'
import { lockedCalls } from '../batch/transaction'
import type { Batch } from '../db'
import { encodeBatch } from '../delegate/encode'
import { delegation } from '../delegate/executor'
import { request } from '../network/node'
import { revertDataOf } from '../network/refusal'
import { isRpcError } from '../rpc/errors'
import { encodeBalanceOf } from '../simulate/tokens'
import { tracedFailure } from './tracedFailure'

/** Runs an account's call to itself in the block before; returns its revert data, or `0x`. */
const retried = async (batch: Batch, data: Hex, block: Hex): Promise<Hex> => {
  const { chainId, from } = batch
  const call = { from, to: from, data, gas: batch.gas[0] }
  try {
    await request(chainId, 'eth_call', [call, block, ...overrideOf(batch)])
    return '0x'
  } catch (error) {
    return isRpcError(error) ? revertDataOf(error) : '0x'
  }
}

/** The code that an upgrade gave the account in the transaction itself. */
const overrideOf = ({ upgrade, delegate, from }: Batch) =>
  upgrade && delegate ? [{ [from]: { code: delegation(delegate) } }] : []

/** Returns what the account would have of a token after the site's calls alone, in the block before. */
const wouldBe = async (batch: Batch, token: Address, block: Hex): Promise<Hex | undefined> => {
  const { chainId, from, calls, delegate } = batch
  const balance = encodeBalanceOf({ standard: 'ERC20' }, from)
  const [stateOverrides = {}] = overrideOf(batch)
  const asked = [
    { from, to: from, input: encodeBatch(calls, delegate), gas: batch.gas[0] },
    { to: token, input: balance },
  ]
  const payload = { blockStateCalls: [{ stateOverrides, calls: asked }] }
  const answer = (await request(chainId, 'eth_simulateV1', [payload, block])) as
    | { calls?: { status: Hex; returnData?: Hex }[] }[]
    | null
  const [whole, read] = answer?.[0]?.calls ?? []
  const found = whole?.status === '0x1' ? read?.returnData : undefined
  return isHex(found) && size(found) === 32 ? numberToHex(BigInt(found)) : undefined
}

/**
 * Revert data of a batch: `named`, of the call that failed, if a node traces calls; `traced`, of the transaction; and
 * as it reverts `again` in the block before.
 */
export type Reverts = { named?: Hex | undefined; traced?: Hex | undefined; again: Hex }

/** The transaction of a batch that reverted, and the block before its own. */
const revertedIn = ({ locks }: Batch, { receipt }: Transaction): Hex | undefined =>
  locks && receipt?.status === '0x0' ? numberToHex(BigInt(receipt.blockNumber) - 1n) : undefined

/** Returns the data with which a locked batch reverted; undefined for any other. */
export const revertsOf = async (
  batch: Batch,
  transaction: Transaction,
): Promise<Reverts | undefined> => {
  const block = revertedIn(batch, transaction)
  if (block === undefined) return undefined
  const { hash, deadline } = transaction
  const data = encodeBatch(lockedCalls(batch, deadline), batch.delegate)
  const asked = [hash, { tracer: 'callTracer' }]
  const [top, again] = await Promise.all([
    request(batch.chainId, 'debug_traceTransaction', asked).catch(
      () => null,
    ) as Promise<Frame | null>,
    retried(batch, data, block),
  ])
  if (!top) return { again }
  return { named: tracedFailure(top, batch, deadline), traced: top.output ?? '0x', again }
}

/** Returns what there would have been of a token without the locks of a batch that reverted; undefined if unknown. */
export const wouldHave = async (
  batch: Batch,
  transaction: Transaction,
  token: Address,
): Promise<Hex | undefined> => {
  const block = revertedIn(batch, transaction)
  return block && wouldBe(batch, token, block).catch(() => undefined)
}
