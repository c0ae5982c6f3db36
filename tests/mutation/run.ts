import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onEnd, runToEnd } from '../../scripts/cleanup.ts'
import { mutate, type Mutant } from './stryker.ts'
import { readTests, type Tests } from './testsOf.ts'

/** `isWide` once what the nearest tests did not notice was tried on the wider circle of tests too. */
type Score = { key: string; seconds: number; isWide: boolean; mutants: Mutant[] }

const root = join(import.meta.dirname, '../..')

/** Scores of files, so that a run goes on where another one stopped. */
const kept = join(root, '.cache/mutation')

/** Files that are changed: what decides over keys, signatures and batches. */
const usual = 'lib/{batch,keyring,lock,sign}/*.ts'

/** Files that put calls into words: many more changes, made only where an argument names them. */
const asked = 'lib/decode/**/*.ts'

/** A score counts for the file and the nearest tests that it was made with. */
const keyOf = async (file: string, tests: Tests) => {
  const hash = createHash('sha256')
  for (const one of [file, ...tests.near]) hash.update(await readFile(join(root, one)))
  return hash.digest('hex')
}

const pathOf = (file: string) => join(kept, `${file}.json`)

const keptScore = async (file: string, key: string): Promise<Score | undefined> => {
  if (!existsSync(pathOf(file))) return undefined
  const score = JSON.parse(await readFile(pathOf(file), 'utf8')) as Score
  return score.key === key ? score : undefined
}

const keep = async (file: string, score: Score) => {
  await mkdir(dirname(pathOf(file)), { recursive: true })
  await writeFile(pathOf(file), JSON.stringify(score))
}

const timed = async (work: () => Promise<Mutant[]>) => {
  const start = performance.now()
  const mutants = await work()
  return { mutants, seconds: (performance.now() - start) / 1000 }
}

const placeOf = ({ start, end, replacement }: Mutant) => JSON.stringify([start, end, replacement])

const survivors = ({ mutants }: Score) => mutants.filter(({ isKilled }) => !isKilled)

/** Tries what survived the nearest tests on those farther away. */
const widen = async (file: string, score: Score, { near, wide }: Tests): Promise<Score> => {
  const farther = wide.filter((test) => !near.includes(test))
  const left = survivors(score)
  if (left.length === 0 || farther.length === 0) return { ...score, isWide: true }
  const { mutants, seconds } = await timed(() => mutate(file, farther, left))
  const noticed = new Set(mutants.filter(({ isKilled }) => isKilled).map(placeOf))
  return {
    key: score.key,
    seconds: score.seconds + seconds,
    isWide: true,
    mutants: score.mutants.map((mutant) =>
      noticed.has(placeOf(mutant)) ? { ...mutant, isKilled: true } : mutant,
    ),
  }
}

const percent = (killed: number, mutants: number) =>
  mutants === 0 ? '100.0' : ((100 * killed) / mutants).toFixed(1)

const print = (file: string, score: Score) => {
  const left = survivors(score)
  console.log(`${file}: ${score.mutants.length - left.length} of ${score.mutants.length} killed`)
  for (const { start, status, replacement } of left)
    console.log(
      `  ${file}:${start.line}:${start.column} ${status}: ${replacement.replace(/\s+/g, ' ').slice(0, 80)}`,
    )
}

const sum = (scores: readonly Score[], of: (score: Score) => number) =>
  scores.reduce((total, score) => total + of(score), 0)

/** Files to change, short ones first, so that a run that is stopped has done most of them. */
const filesFor = async (words: readonly string[]): Promise<string[]> => {
  const found = globSync(words.length === 0 ? usual : [usual, asked])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  const measured = await Promise.all(
    found.map(async (file) => ({ file, length: (await readFile(file)).length })),
  )
  return measured.toSorted((one, other) => one.length - other.length).map(({ file }) => file)
}

const printAll = (scores: readonly Score[], count: number) => {
  const wide = scores.filter(({ isWide }) => isWide).length
  const minutes = (sum(scores, ({ seconds }) => seconds) / 60).toFixed(1)
  const mutants = sum(scores, (score) => score.mutants.length)
  const killed = mutants - sum(scores, (score) => survivors(score).length)
  console.log(`files ${scores.length} of ${count}, ${wide} on all their tests, ${minutes} minutes`)
  console.log(`mutants ${mutants} killed ${killed} score ${percent(killed, mutants)} %`)
}

/** Goes over the files whose path has one of the given words, or over the usual ones. */
await runToEnd(async () => {
  process.chdir(root)
  const testsOf = readTests()
  // A file of types alone, which no test needs, has nothing to change.
  const files = (await filesFor(process.argv.slice(2))).filter(
    (file) => testsOf(file).near.length > 0,
  )
  const scores = new Map<string, Score>()
  // Also where it is stopped: what was done by then is kept.
  onEnd(() => printAll([...scores.values()], files.length))

  const add = async (file: string, score: Score) => {
    scores.set(file, score)
    await keep(file, score)
    print(file, score)
  }
  for (const file of files) {
    const tests = testsOf(file)
    const key = await keyOf(file, tests)
    const known = await keptScore(file, key)
    if (known) await add(file, known)
    else {
      const { seconds, mutants } = await timed(() => mutate(file, tests.near))
      await add(file, { key, seconds, isWide: false, mutants })
    }
  }
  for (const [file, score] of scores)
    if (!score.isWide) await add(file, await widen(file, score, testsOf(file)))
  return 0
})
