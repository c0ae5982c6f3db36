import { appendFileSync } from 'node:fs'
import { inject, type RunnerTask, type RunnerTestCase, type RunnerTestSuite } from 'vitest'

/** Names of the tests that ran changed code, and how often they came by each change. */
type Hits = Record<string, number>

/** How Stryker's code finds out which change is to run, and where it counts what runs. */
type Namespace = {
  activeMutant?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> }
}

/** One run of a test file on one change: which of its tests, and how long each may take, in ms. */
export type Slot = {
  file: string
  mutant: string
  tests: string[]
  hitLimit: number
  testTimeout: number
}

/** All that one worker runs, one test file for each slot, and the file that takes its reports. */
export type Plan = { reports: string; slots: Slot[]; fresh?: string | undefined }

/** One test without any change: what it came by, and how long it took, in ms. */
export type Covered = { name: string; isPassed: boolean; ms: number; hits: Hits }

export type Report =
  | { kind: 'process'; pid: number }
  | { kind: 'covered'; file: string; tests: Covered[]; atImport: string[] }
  | { kind: 'slot'; slot: number; isKilled: boolean; isSpoilt: boolean }

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface ProvidedContext {
    plan: Plan
  }
}

const shared = globalThis as typeof globalThis & {
  __stryker__?: Namespace
  mutationSlots?: { next: number; killed: string[]; isSpoilt: boolean }
}

export const namespace: Namespace = (shared.__stryker__ ??= {})

/** Outlives a test file: how many slots this worker has begun, what was noticed, and if a change left something. */
export const slots = (shared.mutationSlots ??= { next: 0, killed: [], isSpoilt: false })

export const plan = inject('plan')

export const report = (one: Report) => {
  appendFileSync(plan.reports, `${JSON.stringify(one)}\n`)
}

/** Says that the worker is alive, at the start of a file and of each test: it is ended once it is silent for long. */
export const reportLife = () => report({ kind: 'process', pid: process.pid })

/** Name of a test with those of the suites around it. */
export const nameOf = (task: Readonly<RunnerTestCase>): string => {
  const names = [task.name]
  for (let { suite } = task; suite; { suite } = suite) names.unshift(suite.name)
  return names.join(' > ')
}

export const testsIn = (suite: Readonly<RunnerTestSuite>): RunnerTestCase[] =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]))

/** Also a suite fails: by what it does before or after its tests. */
export const hasFailed = (task: Readonly<RunnerTask>): boolean =>
  task.result?.state === 'fail' || (task.type === 'suite' && task.tasks.some(hasFailed))
