import { isHex, numberToHex, size, type Address, type Hex } from 'viem'
import type { Transaction } from '../batch/state'
import type { CallFrame } from '../batch/trace'
import { lockedCalls } from '../batch/batchTransaction'
import type { Batch, Call } from '../db'
import { failedCall } from '../decode/failedCall'
import { encodeBatch } from '../delegate/encode'
import { delegation, executor, isOurs } from '../delegate/executor'
import { request } from '../network/node'
import { refusalOf, revertDataOf } from '../network/refusal'
import { isRpcError } from '../rpc/errors'
import { encodeBalanceOf } from '../simulate/tokens'
import { tracedFailure } from './tracedFailure'

/** Runs an account's call to itself on a block; returns its revert data, undefined unless it reverts there. */
const retried = async (
  { chainId, from }: Batch,
  call: { data: Hex; gas?: Hex | undefined },
  block: Hex,
  overrides: readonly object[],
): Promise<Hex | undefined> => {
  try {
    await request(chainId, 'eth_call', [{ from, to: from, ...call }, block, ...overrides])
    return undefined
  } catch (error) {
    const isReverted = isRpcError(error) && refusalOf(error) === 'reverted'
    return isReverted ? revertDataOf(error) : undefined
  }
}

const codeOf = (from: Address, delegate: Address) => [{ [from]: { code: delegation(delegate) } }]

/** The code that an upgrade gave the account in the transaction itself. */
const overrideOf = ({ upgrade, delegate, from }: Batch) =>
  upgrade && delegate ? codeOf(from, delegate) : []

/** Returns as our executor says it which of the calls fails on a block, and how; undefined if nobody can tell. */
const failsOn = async (batch: Batch, calls: Call[], block: Hex): Promise<Hex | undefined> => {
  const { from, delegate, gas } = batch
  const data = encodeBatch(calls, delegate)
  const said = await retried(batch, { data, gas: gas[0] }, block, overrideOf(batch))
  if (said === undefined || isOurs(delegate)) return said
  // Other executors hand on the words of the call, which anybody may choose: ours says which call it was.
  const ours = { data: encodeBatch(calls, executor) }
  const named = await retried(batch, ours, block, codeOf(from, executor))
  const failed = named && failedCall(named)
  return failed && said.includes(failed.data.slice(2)) ? named : undefined
}

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
 * Revert data of a batch: `named`, of the call that failed, if a node traces calls; `traced`, of the transaction; and,
 * as our executor says it, how the batch reverts `again` in the block before, or without a trace `late` in its own.
 */
export type Reverts = Partial<Record<'named' | 'traced' | 'again' | 'late', Hex | undefined>>

/** The block of a batch's transaction that reverted, and the one before. */
const revertedIn = (
  { locks }: Batch,
  { receipt }: Transaction,
): { own: Hex; before: Hex } | undefined => {
  if (!locks || receipt?.status !== '0x0') return undefined
  const { blockNumber } = receipt
  return { own: blockNumber, before: numberToHex(BigInt(blockNumber) - 1n) }
}

/** Returns the data with which a locked batch reverted; undefined for any other. */
export const revertsOf = async (
  batch: Batch,
  transaction: Transaction,
): Promise<Reverts | undefined> => {
  const block = revertedIn(batch, transaction)
  if (!block) return undefined
  const { hash, deadline } = transaction
  const calls = lockedCalls(batch, deadline)
  const asked = [hash, { tracer: 'callTracer' }]
  const [top, again] = await Promise.all([
    request(batch.chainId, 'debug_traceTransaction', asked).catch(
      () => null,
    ) as Promise<CallFrame | null>,
    failsOn(batch, calls, block.before),
  ])
  if (top) return { named: tracedFailure(top, batch, deadline), traced: top.output ?? '0x', again }
  // Calls that pass in the block before were stopped by what changed within their own, or by the deadline: they fail
  // again on the state after it.
  return { again, late: again === undefined ? await failsOn(batch, calls, block.own) : undefined }
}

/** Returns what there would have been of a token without the locks of a batch that reverted; undefined if unknown. */
export const wouldHave = async (
  batch: Batch,
  transaction: Transaction,
  token: Address,
): Promise<Hex | undefined> => {
  const block = revertedIn(batch, transaction)
  return block && wouldBe(batch, token, block.before).catch(() => undefined)
}
