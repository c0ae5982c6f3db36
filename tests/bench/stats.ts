import type { Row } from './measure.ts'

/** Measured values, in ms or bytes. */
export type Series = readonly number[]

const sortedOf = (values: Series): Series => values.toSorted((a, b) => a - b)

/** Returns the median: of an even number of values, the mean of both in the middle. */
export const median = (values: Series): number => {
  const sorted = sortedOf(values)
  const [low, high] = [(sorted.length - 1) / 2, sorted.length / 2]
  return ((sorted[Math.floor(low)] ?? Number.NaN) + (sorted[Math.floor(high)] ?? Number.NaN)) / 2
}

/** Returns the 95th percentile by the nearest rank: the least value that 95 in 100 do not exceed. */
export const p95 = (values: Series): number =>
  sortedOf(values)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN

/** Formats a figure with three significant digits. */
export const figure = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-'

/** Formats a figure with its unit; 1 KiB is 1,024 bytes. */
export const scaled = (value: number, unit: Row['unit']): string => {
  if (unit === 'ms') return `${figure(value)} ms`
  if (unit === 'frames') return `${figure(value)} frames/s`
  if (unit !== 'bytes') return Math.round(value).toLocaleString('en')
  return value >= 1024 * 1024 ? `${figure(value / 1024 / 1024)} MiB` : `${figure(value / 1024)} KiB`
}
