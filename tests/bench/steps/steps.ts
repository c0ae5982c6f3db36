import type { Step } from '../measure.ts'

/** A step as the background noted it, in ms since 1970; without an end while it lasts. */
export type Noted = { name: string; at: number; until?: number }

/** Time in ms from which on a pause between two steps is a step: the background computes. */
const pause = 1

/** Returns the times in which no step was under way, from `start` to `end`. */
const pauses = (
  steps: readonly Required<Noted>[],
  start: number,
  end: number,
): Required<Noted>[] => {
  const found: Required<Noted>[] = []
  let reached = start
  for (const { at, until } of [...steps, { at: end, until: end }]) {
    if (at - reached >= pause) found.push({ name: 'computing', at: reached, until: at })
    reached = Math.max(reached, until)
  }
  return found
}

/** A run: the steps noted, its first moment and its last. */
export type Run = { noted: readonly Noted[]; start: number; end: number }

/** The steps of one run, in ms after its first moment. */
const placed = ({ noted, start, end }: Run): Step[] => {
  const within = noted
    .filter(({ at, until = end }) => until > start && at < end)
    .map(({ name, at, until = end }) => ({
      name,
      at: Math.max(at, start),
      until: Math.min(until, end),
    }))
    .toSorted((a, b) => a.at - b.at)
  return [...within, ...pauses(within, start, end)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, at, until }) => ({ name, at: at - start, took: until - at }))
}

/**
 * Returns the steps of the run in the middle, by how long each took, in the order in which they began: medians of each
 * step alone would be a way that no run took.
 */
export const stepsOf = (runs: readonly Run[]): Step[] => {
  const sorted = runs.toSorted((a, b) => a.end - a.start - (b.end - b.start))
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  return middle ? placed(middle) : []
}
