import type { Scene } from './scene.ts'
import { median, p95, scaled, type Series } from './stats.ts'

/** Point of a curve: the name of the curve and the x value. */
export type Growth = { of: string; at: number }

/** One row of the table: the wallet's figure, the floor's, and the budget. */
export type Row = {
  name: string
  unit: 'ms' | 'bytes' | 'count' | 'gas' | 'frames'
  /** Set for a point of a curve, such as time by number of calls, frames or batches. */
  growth?: Growth
  floor?: { median: number; p95: number; n: number }
  wallet: { median: number; p95: number; n: number }
  budget?: { text: string; isKept: boolean }
  /** Set if it is not the median that counts. */
  by?: 'p95'
  /** The wallet's way to this figure. */
  way?: Way
}

/** A step on the way: its beginning and length in ms. */
export type Step = { name: string; at: number; took: number }

/** One run, step by step; `of` says which. */
export type Way = { of: string; steps: Step[] }

/** The run that `stepsOf` takes of those that a row is about. */
export const middleRun = 'the run in the middle of these'

/** The run that `stepsOf` takes of a copy that notes its steps. */
export const notedRun =
  'the run in the middle of some more, in a copy that notes its steps, which takes time'

/** A stored run; `part` is the filter over the measures' names if only some were run. */
export type Results = {
  /** Start of the run, ISO 8601. */
  date: string
  machine: string
  /** Commit that was measured, with `-dirty` if files differed from it; absent in older runs. */
  commit?: string
  /** Hash of the extension's sources as they were measured; absent in older runs. */
  sources?: string
  /** Hash of what measured them; absent in older runs. */
  ruler?: string
  /** Load average of the machine in the minute before; absent in older runs. */
  load?: number
  versions: { node: string; chromium: string }
  part?: string
  rows: Row[]
}

/** A measure: runs on a scene and returns rows; `note` tells whoever waits how far it is. */
export type Measure = {
  name: string
  run: (scene: Scene, note: (part: string) => void) => Promise<Row[]>
}

const summary = (values: Series) => ({
  median: median(values),
  p95: p95(values),
  n: values.length,
})

/** Builds a row whose median may be at most so many times the floor's. */
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

/** Builds a row of which 95 in 100 values may be at most so many times the floor's median. */
export const tail = (
  name: string,
  {
    floor,
    wallet,
    most,
    growth,
  }: { floor: Series; wallet: Series; most?: number | undefined; growth?: Growth },
): Row => {
  const row = ratio(name, { floor, wallet, ...(growth ? { growth } : {}) })
  if (most === undefined) return row
  const isKept = p95(wallet) <= most * median(floor)
  return { ...row, by: 'p95', budget: { text: `p95 <= ${most}x`, isKept } }
}

/** Builds a row whose median may be at most so many times that of `other`, which is no floor and called `what`. */
export const besides = (
  name: string,
  {
    floor,
    wallet,
    other,
    what,
    most,
    growth,
  }: { floor: Series; wallet: Series; other: Series; what: string; most: number; growth: Growth },
): Row => ({
  ...ratio(name, { floor, wallet, growth }),
  budget: {
    text: `<= ${scaled(most * median(other), 'ms')}, ${most}x ${what}`,
    isKept: median(wallet) <= most * median(other),
  },
})

/** Builds a row of frames in a second, which may be at least `least`. */
export const frames = (
  name: string,
  { floor, wallet, least }: { floor: Series; wallet: Series; least: number },
): Row => ({
  name,
  unit: 'frames',
  floor: summary(floor),
  wallet: summary(wallet),
  budget: { text: `>= ${least}`, isKept: median(wallet) >= least },
})

/** Builds a row whose median may be at most so many ms, beside the floor's. */
export const within = (
  name: string,
  { floor, wallet, most }: { floor: Series; wallet: Series; most: number },
): Row => ({
  name,
  unit: 'ms',
  floor: summary(floor),
  wallet: summary(wallet),
  budget: { text: `<= ${most} ms`, isKept: median(wallet) <= most },
})

/** Builds a row whose figure may be at most `most`. */
export const atMost = (name: string, unit: Row['unit'], value: number, most: number): Row => ({
  name,
  unit,
  wallet: summary([value]),
  budget: { text: `<= ${scaled(most, unit)}`, isKept: value <= most },
})

/** Builds a point of a curve without a floor. */
export const pointOf = (growth: Growth, unit: Row['unit'], value: number): Row => ({
  name: nameOf(growth),
  unit,
  wallet: summary([value]),
  growth,
})

/** Returns the default name of a point of a curve. */
export const nameOf = ({ of, at }: Growth): string => `${of}, ${at.toLocaleString('en')}`
