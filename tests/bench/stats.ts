import type { Row } from './measure.ts'

/** Measured values, in ms or bytes. */
export type Series = readonly number[]

const at = (values: Series, share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN

/** Returns the median. */
export const median = (values: Series): number => at(values, 0.5)

/** Returns the 95th percentile. */
export const p95 = (values: Series): number => at(values, 0.95)

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
