import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Mutant } from './mutate.ts'

/** `source`: hash of the changed code and of how it is run; `tests`: of each test file that it was tried on. */
export type Score = {
  source: string
  tests: Record<string, string>
  seconds: number
  mutants: Mutant[]
}

const root = join(import.meta.dirname, '../..')

/** Files that each test runs with, or that decide if it has noticed a change. */
const means = [
  'package-lock.json',
  'vitest.config.ts',
  'tests/unit/{setup,i18n}.ts',
  'tests/mutation/{mutate,runs,worker/*}.ts',
]

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

export const hashOfFile = async (file: string) =>
  existsSync(join(root, file)) ? hashOf(await readFile(join(root, file), 'utf8')) : 'none'

/** Hash of a file's instrumented code and of all that decides how it is run. */
export const hashOfRun = async (code: string, folder = root): Promise<string> => {
  const files = globSync(means, { cwd: folder }).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return hashOf(JSON.stringify([code, files.map((file) => file.replaceAll('\\', '/')), texts]))
}

/** Scores of files, so that a run goes on where another one stopped. */
const pathOf = (file: string) => join(root, '.cache/mutation', `${file}.json`)

/** Returns the score of a file as long as neither its source nor a test that its changes were tried on has changed. */
export const keptScore = async (file: string, source: string): Promise<Score | undefined> => {
  if (!existsSync(pathOf(file))) return undefined
  const score = JSON.parse(await readFile(pathOf(file), 'utf8')) as Score
  if (score.source !== source) return undefined
  for (const [test, hash] of Object.entries(score.tests))
    if ((await hashOfFile(test)) !== hash) return undefined
  return score
}

export const keepScore = async (file: string, score: Score) => {
  await mkdir(dirname(pathOf(file)), { recursive: true })
  // In one step: a run may be stopped at any time.
  await writeFile(`${pathOf(file)}.new`, JSON.stringify(score))
  await rename(`${pathOf(file)}.new`, pathOf(file))
}
