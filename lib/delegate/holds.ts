/**
 * Returns how long a node's answer is kept, in ms: a yes for a day, a no for ten minutes, as a node that lags
 * or fails may also say no.
 */
export const holds = (isYes: boolean): number => (isYes ? 24 * 60 : 10) * 60_000

/**
 * Returns how long a node's answer is told where no node is waited for, in ms: a yes for good, as a chain takes back
 * nothing that it has.
 */
export const staysTold = (isYes: boolean): number => (isYes ? Infinity : holds(false))
