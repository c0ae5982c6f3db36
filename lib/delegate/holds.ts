/** How long, in ms, what a node said holds: a yes a day; a no ten minutes, as a node that lags or fails says no too. */
export const holds = (isYes: boolean): number => (isYes ? 24 * 60 : 10) * 60_000
