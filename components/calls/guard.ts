import type { Hash } from 'viem'
import {
  allowanceKey,
  assetKey,
  materialChanges,
  worstOf,
  type Material,
} from '@/lib/simulate/material'
import type { Outcome } from '@/lib/db/outcome'

/** An outcome that was on the screen, and its name. */
type Shown = { outcome: Outcome; hash: Hash }

/** The outcome that Approve stands for, and how the quote changed while it was on the screen. */
export type Guard = {
  /** The outcome that every new one is compared with, so that small steps add up. */
  armed: Outcome
  /** The worst that was seen, and the outcomes that it is made of. */
  worst: Outcome
  by: Hash[]
  /** When Approve was disarmed lately, in ms. */
  disarmed: number[]
  /** How often it was disarmed in all. */
  turn: number
  /** The reasons for the last disarming. */
  marks: Material[]
  /** The lines that kept getting worse: the user approves at least or at most what is armed. */
  bounded: string[]
}

/** Disarmed twice within so many ms, what keeps changing is shown as its worst. */
const restless = 10_000

/** How many outcomes a decision names at most. */
const named = 32

/** The first look at an outcome: there is nothing yet that it could differ from. */
export const guardOf = ({ outcome, hash }: Shown): Guard => ({
  armed: outcome,
  worst: outcome,
  by: [hash],
  disarmed: [],
  turn: 0,
  marks: [],
  bounded: [],
})

const amountsOf = ({ changes, allowances }: Outcome): string =>
  JSON.stringify([
    changes.map((change) => [assetKey(change), change.amount]).sort(),
    allowances.map((allowance) => [allowanceKey(allowance), allowance.left]).sort(),
  ])

const linesOf = (marks: readonly Material[]): string[] =>
  marks.flatMap((mark) => ('key' in mark ? [mark.key] : []))

/**
 * Holds a new outcome against the one that is armed; a material change disarms, which counts up `turn`.
 * Disarmed twice within 10 s by amounts alone, the worst that was seen is armed. `at` in ms.
 */
export const guardOn = (guard: Guard, { outcome, hash }: Shown, at: number): Guard => {
  const marks = materialChanges(guard.armed, outcome)
  const isBoundable = marks.every(({ kind }) => kind === 'amount' || kind === 'allowance')
  const worst = isBoundable ? worstOf(guard.worst, outcome) : outcome
  const by = !isBoundable
    ? [hash]
    : amountsOf(worst) === amountsOf(guard.worst)
      ? guard.by
      : [...guard.by, hash].slice(-named)
  if (marks.length === 0) return { ...guard, worst, by }
  const disarmed = [...guard.disarmed.filter((time) => at - time < restless), at]
  const isBounded = isBoundable && (guard.bounded.length > 0 || disarmed.length > 1)
  const bounded = isBounded
    ? [...new Set([...guard.bounded, ...linesOf(guard.marks), ...linesOf(marks)])]
    : []
  const armed = isBounded ? worst : outcome
  return { armed, worst, by, disarmed, turn: guard.turn + 1, marks, bounded }
}

/** The outcomes that approving accepts: the last one, or those whose worst is armed. */
export const acceptedHashes = ({ bounded, by }: Guard, last: Hash): Hash[] =>
  bounded.length > 0 ? by : [last]
