import { errors } from '@/lib/rpc/errors'
import { scenarios } from './scenarios.ts'
import type { Fault } from './effects.ts'
import type { Outcome } from './crashTrial.ts'

/** Counts of errors in an outcome: calls lost, calls that ran twice, wrong answers or statuses. */
export type Verdict = { lost: number; doubled: number; wrong: number }

/** True if the status agrees with the chain. A 100 is right only if no transaction is still on its way. */
const isTrue = ({ status, paid, state, batch }: Outcome): boolean => {
  const took = paid.filter((count) => count > 0).length
  if (status === 200) return took === paid.length
  if (status === 400) return took === 0
  // Only a lock stops a batch on chain: by its conditions, or by its deadline where the clock was wrong.
  if (status === 500) return took === 0 && batch?.locks !== undefined
  if (status === 600) return took > 0 && took < paid.length
  // Pending with nothing on its way: only the user can go on.
  return status === 100 && state?.transactions.every(({ receipt }) => receipt) === true
}

/** True if the user asked in the wallet itself: no page gets an answer. */
const isOwn = ({ name }: Outcome): boolean => scenarios[name].params === undefined

/** True if the request failed with -32603 (for the user: `not saved`) and left nothing on disk or chain. */
const isRefused = (outcome: Outcome): boolean => {
  const { told, batch, paid, refusals } = outcome
  const isFailed = isOwn(outcome)
    ? refusals.includes('not saved')
    : told.length === 1 && told[0]?.error?.code === errors.internal[0]
  return isFailed && !batch && paid.every((count) => count === 0)
}

/** True if a fault moved the clock: only this may end a batch, or have it ask the user again. */
const mayEnd = (faults: readonly Fault[]): boolean =>
  faults.some(({ counted }) => counted === 'clock')

/**
 * Judges an outcome. Right is: each call exactly once on chain, an exact and final status, and one answer to
 * the page, with the id of this batch, which has its lock if its user saw one, of which the page reads nothing; or an
 * error for the page, with nothing on disk and on chain. A device is asked for the same bytes at a nonce, however often.
 */
export const judge = (outcome: Outcome, faults: readonly Fault[]): Verdict => {
  const { told, paid, batch, status, shown, unrecorded } = outcome
  // A jump of the clock may end an approval: the user then agrees to other bytes.
  const changed = mayEnd(faults) ? 0 : outcome.changed
  const doubled = paid.filter((count) => count > 1).length
  if (isRefused(outcome)) return { lost: 0, doubled, wrong: unrecorded }
  const { id } = (told[0]?.result ?? {}) as { id?: string }
  const isAnswered = isOwn(outcome)
    ? told.length === 0 && batch !== undefined
    : told.length === 1 && id !== undefined && id === batch?.id
  const { look, isFit, ends = 200 } = scenarios[outcome.name]
  const isWhole = status === ends && batch?.live === 0
  const isOther = (look !== undefined && !batch?.locks) || (shown && isFit?.(shown) === false)
  const isRight = isTrue(outcome) && (isOwn(outcome) || shown?.status === status)
  return {
    lost:
      isWhole || (mayEnd(faults) && isTrue(outcome))
        ? 0
        : paid.filter((count) => count === 0).length || 1,
    doubled,
    wrong: Number(!isAnswered) + Number(!isRight) + Number(isOther === true) + unrecorded + changed,
  }
}
