import type { Step } from '../measure.ts'
import { median } from '../stats.ts'

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

/** The steps of one run by name and turn, in ms after its first moment. */
const placed = ({ noted, start, end }: Run): Map<string, { at: number; took: number }> => {
  const within = noted
    .filter(({ at, until = end }) => until > start && at < end)
    .map(({ name, at, until = end }) => ({
      name,
      at: Math.max(at, start),
      until: Math.min(until, end),
    }))
    .toSorted((a, b) => a.at - b.at)
  const turns = new Map<string, number>()
  return new Map(
    [...within, ...pauses(within, start, end)]
      .toSorted((a, b) => a.at - b.at)
      .map(({ name, at, until }) => {
        const turn = (turns.get(name) ?? 0) + 1
        turns.set(name, turn)
        return [`${name} ${turn}`, { at: at - start, took: until - at }]
      }),
  )
}

/** Returns the steps that most runs have, in order of their beginning, each with the medians of the runs. */
export const stepsOf = (runs: readonly Run[]): Step[] => {
  const all = runs.map(placed)
  const names = new Set(all.flatMap((run) => [...run.keys()]))
  return [...names]
    .flatMap((key): Step[] => {
      const found = all.flatMap((run) => run.get(key) ?? [])
      if (found.length * 2 <= runs.length) return []
      const at = median(found.map((one) => one.at))
      const took = median(found.map((one) => one.took))
      return [{ name: key.replace(/ \d+$/, ''), at, took }]
    })
    .toSorted((a, b) => a.at - b.at)
}
