import type { Scene } from './scene.ts'
import { median, p95, type Series } from './stats.ts'

/** One line of the table: a figure of the wallet's beside the floor's, and what was promised of them. */
export type Row = {
  name: string
  unit: 'ms' | 'bytes' | 'count' | 'gas'
  /** Its natural unit's number where the measure grows with something: calls, tabs, batches. */
  at?: number
  floor?: { median: number; p95: number; n: number }
  wallet: { median: number; p95: number; n: number }
  budget?: { text: string; isKept: boolean }
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
  { floor, wallet, most, at }: { floor: Series; wallet: Series; most?: number; at?: number },
): Row => ({
  ...{ name, unit: 'ms', floor: summary(floor), wallet: summary(wallet) },
  ...(at === undefined ? {} : { at }),
  ...(most === undefined
    ? {}
    : { budget: { text: `<= ${most}x`, isKept: median(wallet) <= most * median(floor) } }),
})

/** A line whose figure may be at most so large. */
export const atMost = (name: string, unit: Row['unit'], value: number, most?: number): Row => ({
  ...{ name, unit, wallet: summary([value]) },
  ...(most === undefined ? {} : { budget: { text: `<= ${most}`, isKept: value <= most } }),
})
