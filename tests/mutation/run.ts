import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { onEnd, runToEnd } from '../../scripts/cleanup.ts'
import { changesOf } from './changes.ts'
import { hashOfFile, hashOfRun, keepScore, keptScore, type Score } from './kept.ts'
import { isKilled, mutate } from './mutate.ts'
import { removeRuns } from './runs.ts'
import { summaryOf } from './summary.ts'
import { readTests } from './testsOf.ts'

const root = join(import.meta.dirname, '../..')

/** Files that are changed: what decides over keys, signatures and batches. */
const usual = 'lib/{batch,keyring,lock,sign}/*.ts'

/** Files that put calls into words: many more changes, made only where an argument names them. */
const asked = 'lib/decode/**/*.ts'

const sourceOf = async (file: string) => hashOfRun((await changesOf(file)).code)

/** Tries all changes of a file, or, where it has a score, those that are left, on tests that they were not tried on. */
const measured = async (file: string, rounds: readonly string[][]): Promise<Score> => {
  const source = await sourceOf(file)
  const known = await keptScore(file, source)
  const tests: Score['tests'] = {}
  for (const test of rounds.flat()) tests[test] = await hashOfFile(test)
  const start = performance.now()
  const mutants = await mutate(file, rounds, known?.mutants)
  if ((await sourceOf(file)) !== source) throw new Error('it was changed meanwhile')
  const score = {
    source,
    tests: { ...known?.tests, ...tests },
    seconds: (known?.seconds ?? 0) + (performance.now() - start) / 1000,
    mutants,
  }
  await keepScore(file, score)
  return score
}

const print = (file: string, { mutants, seconds }: Score) => {
  const left = mutants.filter((mutant) => !isKilled(mutant))
  const killed = mutants.length - left.length
  console.log(`${file}: ${killed} of ${mutants.length} killed, ${seconds.toFixed(0)} s`)
  for (const { start, status, replacement } of left)
    console.log(
      `  ${file}:${start.line}:${start.column} ${status}: ${replacement.replace(/\s+/g, ' ').slice(0, 80)}`,
    )
}

/** Files to change, short ones first, so that a run that is stopped has done most of them. */
const filesFor = async (words: readonly string[]): Promise<string[]> => {
  const found = globSync(words.length === 0 ? usual : [usual, asked])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  const sized = await Promise.all(
    found.map(async (file) => ({ file, length: (await readFile(file)).length })),
  )
  return sized.toSorted((one, other) => one.length - other.length).map(({ file }) => file)
}

/** Goes over the files whose path has one of the given words, or over the usual ones. */
await runToEnd(async () => {
  process.chdir(root)
  const testsOf = readTests()
  // A file of types alone, which no test needs, has nothing to change.
  const files = (await filesFor(process.argv.slice(2))).filter((file) => testsOf(file).length > 0)
  if (files.length === 0) throw new Error('No file has such a path')
  const scores = new Map<string, Score>()
  // Also where it is stopped: what was done by then is kept.
  onEnd(() => console.log(summaryOf(scores, files).join('\n')))
  onEnd(removeRuns)

  let failures = 0
  const go = async (roundsOf: (file: string) => string[][]) => {
    const left = [...files]
    const lane = async () => {
      for (let file = left.shift(); file !== undefined; file = left.shift())
        try {
          const score = await measured(file, roundsOf(file))
          scores.set(file, score)
          print(file, score)
        } catch (error) {
          failures++
          console.error(`${file} was not done: ${String(error)}`)
        }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, lane))
  }
  // A run that is stopped has at least met the nearest tests of as many files as it can.
  await go((file) => testsOf(file).slice(0, 1))
  await go(testsOf)
  return failures === 0 ? 0 : 1
})
