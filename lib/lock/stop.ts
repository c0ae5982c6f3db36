import { numberToHex, type Address, type Hex } from 'viem'
import type { Batch, Call } from '../db'
import type { Failed } from '../db/batchEvent'
import type { HeldItem, Reset } from '../db/outcome'
import { failedCall } from '../decode/failedCall'
import { isOurs } from '../delegate/executor'
import { brokenBy, isCheck, tooLate } from './check'
import { boundIn, itemIn, leastsOf, resetIn, shownBound } from './lockReading'
import { openingsOf } from './hooks'
import type { Reverts } from './stopped'

/**
 * Reason why a batch stopped: a condition, of a `token` or (null) of the coin, with the balance that there `would`
 * have been without the lock, if known; of an `item`; of a change; an allowance that could not be taken back; or the
 * deadline.
 */
export type Stop =
  | { token: Address | null; least: Hex; would?: Hex }
  | { item: HeldItem; least: Hex }
  | { bound: ReturnType<typeof shownBound> }
  | { reset: Reset }
  | { isLate: true }

/**
 * Returns the condition that reverted a batch, by revert data as our executor says them, or that it was a `call` of
 * the site; undefined if they do not tell.
 */
const stopIn = ({ calls, locks = [] }: Batch, data: Hex): Stop | 'call' | undefined => {
  const failed = failedCall(data)
  if (!failed) return undefined
  const at = failed.index - openingsOf(locks).length
  if (at < 0) return undefined
  const lock = locks[at - calls.length]
  if (!lock) return at < calls.length ? 'call' : undefined
  return conditionOf(lock, failed.data)
}

/** Returns the condition of a lock that reverted with these data; undefined if they do not tell. */
const conditionOf = (lock: Call, data: Hex): Stop | undefined => {
  if (BigInt(lock.value) > 0n) return { token: null, least: lock.value }
  const [reset, bound, held] = [resetIn(lock), boundIn(lock), itemIn(lock)]
  if (reset) return { reset }
  if (bound) return { bound: shownBound(bound) }
  if (held) return { item: held.item, least: numberToHex(held.least) }
  if (data === tooLate && isCheck(lock)) return { isLate: true }
  const broken = leastsOf(lock)[brokenBy(data) ?? -1]
  return broken && { token: broken.token, least: numberToHex(broken.least) }
}

/** Returns the condition that stopped a batch as its event keeps it; undefined if that does not tell. */
export const keptStop = (
  { locks = [] }: Pick<Batch, 'locks'>,
  { lock: at = -1, reason }: Failed,
): Stop | undefined => {
  const lock = locks[at]
  return lock && conditionOf(lock, reason.why === 'reverted' ? reason.data : '0x')
}

/**
 * Finds what reverted a batch on chain, by its revert data: a condition of its lock, or a `call` of the site;
 * undefined if nobody can tell. The call that a trace names decides, where a node traces; `would` asks what there
 * would have been of a token without the lock.
 */
export const stopOf = async (
  batch: Batch,
  { named, traced, again, late }: Reverts,
  would: (token: Address) => Promise<Hex | undefined>,
): Promise<Stop | 'call' | undefined> => {
  // Other executors hand on what a call says, which may be the words of ours.
  const said = isOurs(batch.delegate) ? traced : undefined
  const [stop] = [named, said, again, late].flatMap((data) => (data && stopIn(batch, data)) ?? [])
  if (!stop || stop === 'call' || !('token' in stop) || !stop.token) return stop
  const before = again && stopIn(batch, again)
  // Another state stopped it than that of the block before: what would have been is not known.
  if (!before || before === 'call' || !('token' in before) || stop.token !== before.token)
    return stop
  const found = await would(stop.token)
  return found === undefined || BigInt(found) >= BigInt(stop.least)
    ? stop
    : { ...stop, would: found }
}
