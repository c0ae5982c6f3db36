import { numberToHex, type Address, type Hex } from 'viem'
import type { Batch } from '../db'
import type { HeldItem, Reset } from '../db/outcome'
import { failedCall } from '../decode/failedCall'
import { isOurs } from '../delegate/executor'
import { brokenBy } from './check'
import { boundIn, itemIn, leastsOf, resetIn, shownBound } from './lockReading'
import { openingsOf } from './hooks'
import type { Reverts } from './stopped'

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
const stopIn = ({ calls, locks = [] }: Batch, data: Hex): Stop | undefined => {
  const failed = failedCall(data)
  const lock = failed && locks[failed.index - openingsOf(locks).length - calls.length]
  if (!lock) return undefined
  if (BigInt(lock.value) > 0n) return { token: null, least: lock.value }
  const [reset, bound, held] = [resetIn(lock), boundIn(lock), itemIn(lock)]
  if (reset) return { reset }
  if (bound) return { bound: shownBound(bound) }
  if (held) return { item: held.item, least: numberToHex(held.least) }
  const broken = leastsOf(lock)[brokenBy(failed.data) ?? -1]
  return broken && { token: broken.token, least: numberToHex(broken.least) }
}

/**
 * Finds the condition that reverted a batch on chain, by its revert data: the call that a trace names decides, where a
 * node traces; `would` asks what there would have been of a
 * token without the lock.
 */
export const stopOf = async (
  batch: Batch,
  { named, traced, again }: Reverts,
  would: (token: Address) => Promise<Hex | undefined>,
): Promise<Stop | undefined> => {
  const certain = named ? stopIn(batch, named) : undefined
  if (named && !certain) return undefined
  // Other executors hand on what a call says, which may be the words of ours.
  const isNamed = certain !== undefined || isOurs(batch.delegate)
  const likely = isNamed ? stopIn(batch, again) : undefined
  const stop = certain ?? (isNamed && traced ? stopIn(batch, traced) : undefined) ?? likely
  // Another state stopped it than that of the block before: what would have been is not known.
  if (!stop || !('token' in stop) || !stop.token) return stop
  if (!likely || !('token' in likely) || stop.token !== likely.token) return stop
  const found = await would(stop.token)
  return found === undefined || BigInt(found) >= BigInt(stop.least)
    ? stop
    : { ...stop, would: found }
}
