import type { Batch } from '../db'
import type { Outcome } from '../simulate/material'
import type { Verdict } from './world'

/** The outcome that the user accepted; `isBound`: the worst of several, each asset at least or at most that. */
export type Expected = Pick<Outcome, 'verdict' | 'changes' | 'allowances'> & { isBound?: true }

/** The verdict that the user accepted; older rows hold nothing else of what they saw. */
export const verdictExpected = ({ expected }: Pick<Batch, 'expected'>): Verdict | undefined =>
  typeof expected === 'object' ? expected.verdict : expected
