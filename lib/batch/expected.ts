import type { Batch } from '../db'
import type { Verdict } from '../db/outcome'

/** Returns the verdict that the user accepted. Older rows store a bare verdict instead of an outcome. */
export const verdictExpected = ({ expected }: Pick<Batch, 'expected'>): Verdict | undefined =>
  typeof expected === 'object' ? expected.verdict : expected
