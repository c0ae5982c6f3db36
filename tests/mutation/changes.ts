import { readFile } from 'node:fs/promises'
import { Instrumenter } from '@stryker-mutator/instrumenter'

type Place = { line: number; column: number }

/** One change of a file: where it is, both counted from 1, and what stands there instead. */
export type Change = { id: string; start: Place; end: Place; replacement: string }

const silent = () => undefined

/** Takes what Stryker says about its own work, which nobody asked for. */
const logger = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
}

const fromOne = ({ line, column }: Place) => ({ line: line + 1, column: column + 1 })

/**
 * Returns every change that Stryker makes of a file, and the code that holds all of them: each runs when
 * `globalThis.__stryker__.activeMutant` is its id.
 */
export const changesOf = async (file: string): Promise<{ code: string; changes: Change[] }> => {
  const { files, mutants } = await new Instrumenter(logger).instrument(
    [{ name: file, content: await readFile(file, 'utf8'), mutate: true }],
    { plugins: null, excludedMutations: [], ignorers: [] },
  )
  const changes = mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, location: { start, end }, replacement }) => ({
      id,
      start: fromOne(start),
      end: fromOne(end),
      replacement,
    }))
  return { code: files.map(({ content }) => content).join(''), changes }
}
