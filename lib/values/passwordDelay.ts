/** Consecutive wrong passwords without a delay. */
const free = 5

const longest = 60_000

/**
 * Returns the delay before the next attempt, in ms, after `count` consecutive wrong passwords: exponential
 * backoff, at most a minute.
 */
export const passwordDelay = (count: number): number =>
  count < free ? 0 : Math.min(1_000 * 2 ** (count - free), longest)
