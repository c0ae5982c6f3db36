import type { Outcome } from './columns.ts'

/** The worst of what went wrong in a trial. */
export type Harm = 'lost' | 'doubled' | 'wrong-status'

type Judged = { outcome: Outcome; expected: Outcome }

/**
 * Names what a wrong trial did: a call took effect more often than it must, or less often, or what the wallet said
 * or used was wrong though each call took effect as often as it must.
 */
export const harmOf = ({ outcome, expected }: Judged): Harm => {
  const surplus = outcome.paid.map((count, index) => count - (expected.paid[index] ?? 0))
  if (surplus.some((count) => count > 0)) return 'doubled'
  return surplus.some((count) => count < 0) ? 'lost' : 'wrong-status'
}
