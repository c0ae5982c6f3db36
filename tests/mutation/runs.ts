import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import base from '../../vitest.config.ts'
import type { Plan, Report, Slot } from './worker/shared.ts'

const root = join(import.meta.dirname, '../..')

/** Where workers report, one folder for each run of tests. */
const workers = join(root, '.cache/mutation-workers')

/** Keeps test files in the order in which they are given: it says which slot each is. */
class AsGiven extends BaseSequencer {
  override sort(files: TestSpecification[]) {
    return Promise.resolve(files)
  }
}

/** Starts Vitest with a file's changes in the place of the file, which stays as it is on the disk. */
export const startVitest = (file: string, code: string): Promise<Vitest> => {
  const { projects: _, ...test } = base.test ?? {}
  const isChanged = (id: string) => id.split('?')[0] === join(root, file)
  return createVitest(
    {
      root,
      config: false,
      watch: false,
      maxWorkers: 1,
      maxConcurrency: 1,
      reporters: [{}],
      onConsoleLog: () => false,
    },
    {
      ...base,
      test: { ...test, pool: 'forks', sequence: { sequencer: AsGiven } },
      plugins: [
        {
          name: 'changes',
          load: (id) => (isChanged(id) ? { code, map: null } : undefined),
          configureVitest: ({ defineCacheKeyGenerator }) =>
            // Other files are compiled once and kept on the disk for all runs.
            defineCacheKeyGenerator(({ id }) => (isChanged(id) ? false : undefined)),
        },
      ],
    },
  )
}

type Settings = {
  /** Set-up of the worker before each test file, in `tests/mutation/worker`. */
  worker: 'change' | 'coverage' | 'fresh'
  slots?: Slot[]
  /** Change that a worker has from its start to its end. */
  fresh?: string | undefined
  /** Time for one test, in ms. */
  testTimeout: number
  /** Time without any report after which the worker is ended, in ms. */
  patience: number
}

/** Ends a worker that has reported nothing for a while: it is in a loop that nothing else stops. */
const endWhenSilent = (reports: string, patience: number) => {
  let size = 0
  let since = performance.now()
  let hasEnded = false
  const look = async () => {
    const now = (await stat(reports).catch(() => undefined))?.size ?? 0
    if (now !== size) since = performance.now()
    size = now
    if (hasEnded || performance.now() - since < patience) return
    const worker = (await reportsIn(reports)).findLast(({ kind }) => kind === 'process')
    if (worker?.kind !== 'process') return
    hasEnded = true
    try {
      process.kill(worker.pid, 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
  const timer = setInterval(() => void look(), 200)
  return { stop: () => clearInterval(timer), hasEnded: () => hasEnded }
}

/** Reads reports, but for one whose line is still being written. */
const reportsIn = async (file: string): Promise<Report[]> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Report)
}

export type Run = { reports: Report[]; hasFailed: boolean; hasEnded: boolean }

/** Removes what runs that were stopped have left. */
export const removeRuns = () => rm(workers, { recursive: true, force: true })

/** Runs test files one after another in one new worker, and returns what it reported. */
export const runIn = async (vitest: Vitest, files: string[], settings: Settings): Promise<Run> => {
  await mkdir(workers, { recursive: true })
  const folder = await mkdtemp(join(workers, 'run-'))
  const reports = join(folder, 'reports')
  const project = vitest.getRootProject()
  const { worker, slots = [], fresh, testTimeout, patience } = settings
  const plan: Plan = { reports, slots, fresh }
  project.provide('plan', plan)
  Object.assign(project.config, {
    testTimeout,
    hookTimeout: testTimeout,
    retry: worker === 'change' ? 2 : 0,
    bail: worker === 'fresh' ? 1 : 0,
    setupFiles: [
      join(root, `tests/mutation/worker/${worker}.ts`),
      join(root, 'tests/unit/setup.ts'),
    ],
  })
  vitest.state.filesMap.clear()
  const watch = endWhenSilent(reports, patience)
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      files.map((file) => project.createSpecification(join(root, file))),
    )
    return {
      reports: await reportsIn(reports),
      hasFailed: unhandledErrors.length > 0 || testModules.some((module) => !module.ok()),
      hasEnded: watch.hasEnded(),
    }
  } finally {
    watch.stop()
    await rm(folder, { recursive: true })
  }
}
