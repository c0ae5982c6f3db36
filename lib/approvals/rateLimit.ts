import { journal, type Approval } from '../db'
import { hasPageLeft } from './presence'
import { rpcError } from '../rpc/errors'

/** How many requests of one site may wait for the user, and of all sites without a window. */
const most = { waiting: 5, quiet: 20 }

/** So many rejections within so long, in ms, and a site cannot ask the user for as long from the last on. */
export const coolDown = { rejections: 3, ms: 60_000 }

/**
 * Until when a site that was rejected at these times cannot ask, in ms since 1970; 0 if it can.
 * What lies after `now` is not counted: the clock was set back.
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
 * A new row asks neither beside too many others nor too soon after its site was rejected (-32005).
 * The rows themselves are the memory, so that it outlives the worker.
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
