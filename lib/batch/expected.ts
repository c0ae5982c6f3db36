import type { Batch } from '../db'
import type { Outcome, Verdict } from '../db/outcome'

/** The verdict that the user accepted; older rows hold nothing else of what they saw. */
export const verdictExpected = ({ expected }: Pick<Batch, 'expected'>): Verdict | undefined =>
  typeof expected === 'object' ? expected.verdict : expected
