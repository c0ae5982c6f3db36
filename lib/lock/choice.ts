import type { Tolerance } from '../db/outcome'

/** Tolerances that the user may choose among, in thousandths. */
export const tolerances = [0, 5, 10, 30] as const satisfies readonly Tolerance[]

/** Tolerance that a lock has by itself. */
export const usual: Tolerance = 5

/**
 * How a batch is to be locked. `keeps`: what is left of allowances stays allowed; `isExact`: what the batch changes is
 * compared, not what is there in the end; `isSingle`: a call that a site sent as a batch of one may run as one.
 */
export type LockChoice = {
  tolerance?: Tolerance
  isOff?: true
  keeps?: true
  isExact?: true
  isSingle?: true
}
