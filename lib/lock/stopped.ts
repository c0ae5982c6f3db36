import { isHex, numberToHex, size, type Address, type Hex } from 'viem'
import type { Transaction } from '../batch/state'
import { lockedCalls } from '../batch/transaction'
import type { Batch } from '../db'
import { failedCall } from '../decode/failedCall'
import { encodeBatch } from '../delegate/encode'
import type { HeldItem, Reset } from '../db/outcome'
import { delegation } from '../delegate/executor'
import { request } from '../network/node'
import { revertDataOf } from '../network/refusal'
import { isRpcError } from '../rpc/errors'
import { encodeBalanceOf } from '../simulate/tokens'
import { brokenBy, leastsOf } from './check'
import { boundIn, openingsOf, shownBound } from './hooks'
import { itemIn } from './itemCheck'
import { resetIn } from './resets'

/**
 * What stopped a batch: a condition, of a `token` or (null) of the coin, with the balance that there `would` have been
 * without the lock, if known; of an `item`; of a change; or an allowance that could not be taken back.
 */
export type Stop =
  | { token: Address | null; least: Hex; would?: Hex }
  | { item: HeldItem; least: Hex }
  | { bound: ReturnType<typeof shownBound> }
  | { reset: Reset }

/**
 * Returns the condition that reverted a batch, by the executor's revert data; undefined if it was none of them, or if
 * the executor does not name the call.
 */
export const stopIn = ({ calls, locks = [] }: Batch, data: Hex): Stop | undefined => {
  const failed = failedCall(data)
  const lock = failed && locks[failed.index - openingsOf(locks).length - calls.length]
  if (!lock) return undefined
  if (BigInt(lock.value) > 0n) return { token: null, least: lock.value }
  const reset = resetIn(lock)
  if (reset) return { reset }
  const held = itemIn(lock)
  const bound = boundIn(lock)
  if (bound) return { bound: shownBound(bound) }
  if (held) return { item: held.item, least: numberToHex(held.least) }
  const broken = leastsOf(lock)[brokenBy(failed.data) ?? -1]
  return broken && { token: broken.token, least: numberToHex(broken.least) }
}

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
 * Finds the condition that reverted a batch on chain: by a trace, else by running it again in the block before.
 * Undefined if that cannot be known.
 */
export const stopOf = async (batch: Batch, transaction: Transaction): Promise<Stop | undefined> => {
  const { receipt, hash, deadline } = transaction
  if (!batch.locks || receipt?.status !== '0x0') return undefined
  const { chainId } = batch
  const block = numberToHex(BigInt(receipt.blockNumber) - 1n)
  const data = encodeBatch(lockedCalls(batch, deadline), batch.delegate)
  const asked = [hash, { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }]
  const [traced, again] = await Promise.all([
    request(chainId, 'debug_traceTransaction', asked).catch(() => null),
    retried(batch, data, block),
  ])
  const { output } = (traced ?? {}) as { output?: unknown }
  const [certain, likely] = [
    isHex(output) ? stopIn(batch, output) : undefined,
    stopIn(batch, again),
  ]
  const stop = certain ?? likely
  // Another state stopped it than that of the block before: what would have been is not known.
  if (!stop || !('token' in stop) || !stop.token) return stop
  if (!likely || !('token' in likely) || stop.token !== likely.token) return stop
  const would = await wouldBe(batch, stop.token, block).catch(() => undefined)
  return would === undefined || BigInt(would) >= BigInt(stop.least) ? stop : { ...stop, would }
}
