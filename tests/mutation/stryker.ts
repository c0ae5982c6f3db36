import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onEnd } from '../../scripts/cleanup.ts'
import { run } from '../../scripts/run.ts'

const root = join(import.meta.dirname, '../..')

/** Where Stryker writes its report of one run. */
const report = join(root, '.cache/mutation/report.json')

type Place = { line: number; column: number }

type Found = { status: string; replacement?: string; location: { start: Place; end: Place } }

type Report = { files: Record<string, { mutants: Found[] }> }

/** One change of a file: where it is, what stands there instead, and if a test noticed. */
export type Mutant = {
  start: Place
  end: Place
  replacement: string
  isKilled: boolean
  status: string
}

const isMade = ({ status }: Found) => status !== 'Ignored' && status !== 'CompileError'

const mutantOf = ({ status, replacement = '', location: { start, end } }: Found): Mutant => ({
  start,
  end,
  replacement,
  isKilled: status === 'Killed' || status === 'Timeout',
  status,
})

/**
 * Changes a file, or the given parts of it, in every way, and runs the given tests on each change. Throws if a test
 * fails without any.
 */
export const mutate = async (
  file: string,
  tests: string[],
  parts: Mutant[] = [],
): Promise<Mutant[]> => {
  await rm(report, { force: true })
  const asked =
    parts.length === 0
      ? [file]
      : parts.map(
          ({ start, end }) =>
            `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
        )
  const { output } = await run(
    process.execPath,
    [
      join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
      'run',
      'stryker.config.json',
      '--mutate',
      asked.join(','),
    ],
    { env: { VOLLEY_MUTATION_TESTS: tests.join(',') }, onStart: onEnd },
  )
  if (!existsSync(report)) throw new Error(`${file} was not done`, { cause: output })
  const { files } = JSON.parse(await readFile(report, 'utf8')) as Report
  return Object.values(files).flatMap(({ mutants }) => mutants.filter(isMade).map(mutantOf))
}
