import { journal, type Approval } from '../db'
import { setting } from '../db/settings'
import { isLoopbackOrigin } from '../values/loopback'
import { hasPageLeft } from './presence'
import { rpcError } from '../rpc/errors'

/** Maximum number of pending requests per site, and of those without a window over all sites. */
const most = { waiting: 5, quiet: 20 }

/**
 * Rate limit: this many rejections within `ms` block a site's requests for another `ms` after the last one.
 */
export const coolDown = { rejections: 3, ms: 60_000 }

/**
 * Returns until when a site with rejections at `times` is blocked, in ms since 1970; 0 if it is not. Times
 * after `now` are ignored, because the clock was set back.
 */
const coolsUntil = (times: readonly number[], now: number): number => {
  const past = times.filter((at) => at <= now).toSorted((a, b) => b - a)
  const last = past.find((at, index) => {
    const first = past[index + coolDown.rejections - 1]
    return first !== undefined && at - first <= coolDown.ms
  })
  return last !== undefined && last + coolDown.ms > now ? last + coolDown.ms : 0
}

/**
 * Throws -32005 if too many requests wait, or the site was rejected too often. Reads stored rows, so that
 * the rate limit outlives the worker.
 */
export const checkRateLimit = async (
  { origin, createdAt: now, isQuiet }: Approval,
  pending: readonly Approval[],
): Promise<void> => {
  const waiting = pending.filter(
    (other) => other.origin === origin && !other.again && !hasPageLeft(other, now),
  )
  if (waiting.length >= most.waiting)
    throw rpcError('limitExceeded', `${most.waiting} requests of this site wait for the user`)
  if (isQuiet && pending.filter((other) => other.isQuiet).length >= most.quiet)
    throw rpcError('limitExceeded', 'ask again when the user clicks on the page')
  // Who tries out a site of their own rejects often. Only sites on this machine can be that.
  if (isLoopbackOrigin(origin) && (await setting('isDeveloper'))) return
  const rejected = await journal.approvals
    .where({ state: 'rejected' })
    .and((row) => row.origin === origin && row.isRefused === true)
    .toArray()
  const times = rejected.map(({ settledAt = 0 }) => settledAt)
  const seconds = Math.ceil((coolsUntil(times, now) - now) / 1000)
  if (seconds > 0)
    throw rpcError(
      'limitExceeded',
      `the user rejected ${coolDown.rejections} requests of this site, ask again in ${seconds} s`,
    )
}
