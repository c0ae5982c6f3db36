import type { Scene } from './scene.ts'
import { median, p95, scaled, type Series } from './stats.ts'

/** Where a line stands on which curve. */
export type Growth = { of: string; at: number }

/** One line of the table: a figure of the wallet's beside the floor's, and what was promised of them. */
export type Row = {
  name: string
  unit: 'ms' | 'bytes' | 'count' | 'gas'
  /** A point of a curve: what is measured, and the number of what it grows with: calls, frames, batches. */
  growth?: Growth
  floor?: { median: number; p95: number; n: number }
  wallet: { median: number; p95: number; n: number }
  budget?: { text: string; isKept: boolean }
}

/** A run as it is stored; `part`: what of the measures it was, where that was not all of them. */
export type Results = {
  /** ISO 8601. */
  date: string
  machine: string
  /** The machine's mean number of busy processes in the minute before; older runs do not say it. */
  load?: number
  versions: { node: string; chromium: string }
  part?: string
  rows: Row[]
}

/** A measure: takes the scene, gives its lines. */
export type Measure = { name: string; run: (scene: Scene) => Promise<Row[]> }

const summary = (values: Series) => ({
  median: median(values),
  p95: p95(values),
  n: values.length,
})

/** A line whose median may be at most so many times the floor's. */
export const ratio = (
  name: string,
  {
    floor,
    wallet,
    most,
    growth,
  }: { floor: Series; wallet: Series; most?: number | undefined; growth?: Growth },
): Row => ({
  name,
  unit: 'ms',
  floor: summary(floor),
  wallet: summary(wallet),
  ...(growth ? { growth } : {}),
  ...(most === undefined
    ? {}
    : { budget: { text: `<= ${most}x`, isKept: median(wallet) <= most * median(floor) } }),
})

/** A line whose figure may be at most so large. */
export const atMost = (name: string, unit: Row['unit'], value: number, most: number): Row => ({
  name,
  unit,
  wallet: summary([value]),
  budget: { text: `<= ${scaled(most, unit)}`, isKept: value <= most },
})

/** A point of a curve that has no floor beside it. */
export const pointOf = (growth: Growth, unit: Row['unit'], value: number): Row => ({
  name: nameOf(growth),
  unit,
  wallet: summary([value]),
  growth,
})

/** What a point of a curve is called where it has no name of its own. */
export const nameOf = ({ of, at }: Growth): string => `${of}, ${at.toLocaleString('en')}`
