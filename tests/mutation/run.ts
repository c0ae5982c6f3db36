import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onEnd, runToEnd } from '../../scripts/cleanup.ts'
import { run } from '../../scripts/run.ts'

type Score = { source: string; mutants: number; killed: number; seconds: number; left: string[] }

const root = join(import.meta.dirname, '../..')

/** Scores of files that were done, so that a run goes on where another one stopped. */
const kept = join(root, '.cache/mutation')

/** Where Stryker writes its report of one file. */
const report = join(kept, 'report.json')

/** Files that are changed: what decides over keys, signatures and batches, and what puts calls into words. */
const mutated = ['lib/{batch,keyring,lock,sign}/*.ts', 'lib/decode/**/*.ts']

const sourceOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(join(root, file)))
    .digest('hex')

type Mutant = {
  status: string
  replacement?: string
  location: { start: { line: number; column: number } }
}
type Report = { files: Record<string, { mutants: Mutant[] }> }

const isPlace = ({ status }: Mutant) => status !== 'Ignored' && status !== 'CompileError'

const isKilled = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'

/** Changes one file in every way, runs its tests on each change, and returns how many were noticed. */
const mutate = async (file: string, source: string): Promise<Score> => {
  const start = performance.now()
  await rm(report, { force: true })
  const args = ['run', 'stryker.config.json', '--mutate', file]
  const { output } = await run(join(root, 'node_modules/.bin/stryker'), args, { onStart: onEnd })
  if (!existsSync(report)) throw new Error(`${file} was not done:\n${output}`)
  const { files } = JSON.parse(await readFile(report, 'utf8')) as Report
  const mutants = Object.values(files).flatMap((one) => one.mutants.filter(isPlace))
  const left = mutants
    .filter((mutant) => !isKilled(mutant))
    .map(({ location, status, replacement = '' }) => {
      const words = replacement.replace(/\s+/g, ' ').slice(0, 80)
      return `${file}:${location.start.line}:${location.start.column} ${status}: ${words}`
    })
  return {
    source,
    mutants: mutants.length,
    killed: mutants.length - left.length,
    seconds: (performance.now() - start) / 1000,
    left,
  }
}

/** Returns the score of a file, from a run before if the file has not changed since. */
const scoreOf = async (file: string): Promise<Score> => {
  const path = join(kept, `${file}.json`)
  const source = await sourceOf(file)
  if (existsSync(path)) {
    const score = JSON.parse(await readFile(path, 'utf8')) as Score
    if (score.source === source) return score
  }
  const score = await mutate(file, source)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(score))
  return score
}

const percent = (killed: number, mutants: number) =>
  mutants === 0 ? '100.0' : ((100 * killed) / mutants).toFixed(1)

/** Goes over the files whose path has one of the given words, or over all. */
await runToEnd(async () => {
  process.chdir(root)
  const asked = process.argv.slice(2)
  const files = (await Array.fromAsync(glob(mutated)))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => asked.length === 0 || asked.some((part) => file.includes(part)))
    .toSorted()
  const total = { mutants: 0, killed: 0, seconds: 0 }
  for (const file of files) {
    const { mutants, killed, seconds, left } = await scoreOf(file)
    console.log(`${file}: ${killed} of ${mutants} killed`)
    for (const one of left) console.log(`  ${one}`)
    total.mutants += mutants
    total.killed += killed
    total.seconds += seconds
  }
  const { mutants, killed } = total
  console.log(`files ${files.length}, ${(total.seconds / 60).toFixed(1)} minutes in all`)
  console.log(`mutants ${mutants} killed ${killed} score ${percent(killed, mutants)} %`)
  return 0
})
