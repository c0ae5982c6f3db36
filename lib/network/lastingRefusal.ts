/** Refusals of a node without a success between: the time of the first and of the last, in ms since 1970. */
export type Refused = { since: number; at: number; lasts: boolean }

/** How long a node is not asked again for what it lacks, in ms. */
export const refusalHolds = 10 * 60_000

/**
 * Time between two refusals that makes them more than a moment of the node, in ms: one node of a pool, or a restart,
 * refuses several requests at once.
 */
const apart = 5_000

const isWithin = (from: number, now: number, span: number): boolean => Math.abs(now - from) < span

/**
 * Returns the record of a refusal at `now`, in ms since 1970, after that of the one before it, if nothing succeeded
 * between. It lasts if they are some seconds apart, or if `never`: its words leave no hope.
 */
export const refusedAgain = (before: Refused | undefined, now: number, never = false): Refused => {
  const row = before && isWithin(before.at, now, refusalHolds) ? before : undefined
  const since = row?.since ?? now
  return { since, at: now, lasts: never || !isWithin(since, now, apart) }
}

/** True while a node is not to be asked again; a single refusal says too little for that. */
export const isLasting = (refused: Refused | undefined, now: number): boolean =>
  refused !== undefined && refused.lasts && isWithin(refused.at, now, refusalHolds)

/** How long a single refusal concerns what is asked beside it, in ms: as long as a quote may take. */
const moment = 30_000

/** True if a node refused just now, or is not to be asked again. */
export const isRefusing = (refused: Refused, now: number): boolean =>
  isLasting(refused, now) || isWithin(refused.at, now, moment)
