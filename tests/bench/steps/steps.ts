import type { Step } from '../measure.ts'
import type { Series } from '../stats.ts'

/** A step as the background noted it, in ms since 1970; without an end while it lasts. */
export type Noted = { name: string; at: number; until?: number }

/** Time in ms from which on a pause between two steps is a step: the background computes. */
const pause = 1

/** How pauses are called: those before the first step, and those after it. */
type Pauses = { before: string; after: string }

const computing: Pauses = { before: 'computing', after: 'computing' }

/** Returns the times in which no step was under way, from `start` to `end`. */
const pauses = (
  steps: readonly Required<Noted>[],
  start: number,
  end: number,
  { before, after }: Pauses,
): Required<Noted>[] => {
  const found: Required<Noted>[] = []
  let reached = start
  for (const { at, until } of [...steps, { at: end, until: end }]) {
    if (at - reached >= pause)
      found.push({ name: reached === start ? before : after, at: reached, until: at })
    reached = Math.max(reached, until)
  }
  return found
}

/** A run: the steps noted, its first moment and its last. */
export type Run = { noted: readonly Noted[]; start: number; end: number }

const timeOf = ({ start, end }: Run): number => end - start

/** The steps of one run, in ms after its first moment. */
const placed = ({ noted, start, end }: Run, called: Pauses): Step[] => {
  const within = noted
    .filter(({ at, until = end }) => until > start && at < end)
    .map(({ name, at, until = end }) => ({
      name,
      at: Math.max(at, start),
      until: Math.min(until, end),
    }))
    .toSorted((a, b) => a.at - b.at)
  return [...within, ...pauses(within, start, end, called)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, at, until }) => ({ name, at: at - start, took: until - at }))
}

/** The value in the middle; the lower one of two. */
const middle = (values: Series): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN

/**
 * Returns the steps of the run in the middle, by how long each took, in the order in which they began: medians of each
 * step alone would be a way that no run took. `of` chooses another run by its time.
 */
export const stepsOf = (
  runs: readonly Run[],
  called: Pauses = computing,
  of: (values: Series) => number = middle,
): Step[] => {
  const time = of(runs.map(timeOf))
  const chosen = runs.find((run) => timeOf(run) === time)
  return chosen ? placed(chosen, called) : []
}
