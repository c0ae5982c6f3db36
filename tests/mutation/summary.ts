import type { Score } from './kept.ts'
import { isKilled } from './mutate.ts'

/** Lines at the end of a run, which may have been stopped before it had a score of each of its files. */
export const summaryOf = (
  scores: ReadonlyMap<string, Pick<Score, 'seconds' | 'mutants'>>,
  files: readonly string[],
): string[] => {
  const done = [...scores.values()]
  const minutes = (done.reduce((total, { seconds }) => total + seconds, 0) / 60).toFixed(1)
  const mutants = done.flatMap((score) => score.mutants)
  const killed = mutants.filter(isKilled).length
  const silent = mutants.filter(({ status }) => status === 'timeout').length
  const missing = files.filter((file) => !scores.has(file))
  const percent = mutants.length === 0 ? 0 : (100 * killed) / mutants.length
  return [
    `files ${done.length} of ${files.length}, ${minutes} minutes of a core, ${silent} killed by time-out`,
    ...(missing.length > 0 ? [`missing: ${missing.join(' ')}`] : []),
    `mutants ${mutants.length} killed ${killed} score ${percent.toFixed(1)} %`,
  ]
}
