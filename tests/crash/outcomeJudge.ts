import { errors } from '@/lib/rpc/errors'
import { scenarios } from './scenarios.ts'
import type { Fault } from './effects.ts'
import type { Outcome } from './crashTrial.ts'

/** What is wrong with an outcome, in figures. */
export type Verdict = { lost: number; doubled: number; wrong: number }

/** What the status has to be, going by the chain alone; the user's part of it is judged apart. */
const isTrue = ({ status, paid, state }: Outcome): boolean => {
  const took = paid.filter((count) => count > 0).length
  if (status === 200) return took === paid.length
  if (status === 400) return took === 0
  if (status === 600) return took > 0 && took < paid.length
  // Pending: nothing of it is on its way any more, so that only the user can go on.
  return status === 100 && state?.transactions.every(({ receipt }) => receipt) === true
}

/** Whether the user asked for it in the wallet itself: then no page is told anything. */
const isOwn = ({ name }: Outcome): boolean => scenarios[name].params === undefined

/** Told that it failed, with the wallet's own code; then nothing of it is anywhere. */
const isRefused = (outcome: Outcome): boolean => {
  const { told, batch, paid, refusals } = outcome
  const isFailed = isOwn(outcome)
    ? refusals.includes('not saved')
    : told.length === 1 && told[0]?.error?.code === errors.internal[0]
  return isFailed && !batch && paid.every((count) => count === 0)
}

/** A clock that is a year off may end a batch, or have it ask again; nothing else may. */
const mayEnd = (faults: readonly Fault[]): boolean =>
  faults.some(({ counted }) => counted === 'clock')

/**
 * Each call exactly once on chain, status exact and final, one answer to the page, of that batch. Or, where
 * the database itself failed, an error for the page and nothing anywhere.
 */
export const judge = (outcome: Outcome, faults: readonly Fault[]): Verdict => {
  const { told, paid, batch, status, shown, unrecorded } = outcome
  const doubled = paid.filter((count) => count > 1).length
  if (isRefused(outcome)) return { lost: 0, doubled, wrong: unrecorded }
  const { id } = (told[0]?.result ?? {}) as { id?: string }
  const isAnswered = isOwn(outcome)
    ? told.length === 0 && batch !== undefined
    : told.length === 1 && id !== undefined && id === batch?.id
  const isWhole = status === 200 && batch?.live === 0
  const isRight = isTrue(outcome) && (isOwn(outcome) || shown?.status === status)
  return {
    lost:
      isWhole || (mayEnd(faults) && isTrue(outcome))
        ? 0
        : paid.filter((count) => count === 0).length || 1,
    doubled,
    wrong: Number(!isAnswered) + Number(!isRight) + unrecorded,
  }
}
