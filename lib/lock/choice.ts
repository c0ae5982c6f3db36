/** How much worse than shown an amount may come out, in thousandths; the second is the default. */
export const tolerances = [0, 5, 10, 30] as const

/** One of the `tolerances`. */
export type Tolerance = (typeof tolerances)[number]

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
