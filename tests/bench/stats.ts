import type { Row } from './measure.ts'

/** What was measured, in ms or in bytes, sorted. */
export type Series = readonly number[]

const at = (values: Series, share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN

/** The middle one. */
export const median = (values: Series): number => at(values, 0.5)

/** One in twenty is above it. */
export const p95 = (values: Series): number => at(values, 0.95)

/** A figure with three digits that mean something. */
export const figure = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-'

/** A figure in its unit. */
export const scaled = (value: number, unit: Row['unit']): string => {
  if (unit === 'ms') return `${figure(value)} ms`
  if (unit !== 'bytes') return Math.round(value).toLocaleString('en')
  return value >= 1024 * 1024 ? `${figure(value / 1024 / 1024)} MB` : `${figure(value / 1024)} kB`
}
