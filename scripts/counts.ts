import { readFile } from 'node:fs/promises'
import type { Outcome } from './run.ts'

/** `flaky` names what passed only when it was run once more. */
export type Counts = { passed: number; failed: number; flaky?: string | undefined }

/** How many tests a step stands for, by what it left behind. */
export type Count = (outcome: Outcome) => Counts | Promise<Counts>

/** A step that is right or wrong as a whole. */
export const one: Count = ({ exitCode }) =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

const report = async (file: string) =>
  JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>

/** The tests of a Vitest report; a file that does not even load has no tests and is one that fails. */
export const vitest =
  (file: string): Count =>
  async () => {
    const { numPassedTests, testResults } = (await report(file)) as {
      numPassedTests: number
      testResults: { status: string; assertionResults: { status: string }[] }[]
    }
    const failed = testResults.map(({ status, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed').length
      return tests === 0 && status === 'failed' ? 1 : tests
    })
    return { passed: numPassedTests, failed: failed.reduce((sum, count) => sum + count, 0) }
  }

/** The tests of a Playwright report, and the errors that belong to no test. */
export const playwright =
  (file: string): Count =>
  async ({ output }) => {
    const { stats, errors } = (await report(file)) as {
      stats: { expected: number; unexpected: number; flaky: number; skipped: number }
      errors: unknown[]
    }
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      flaky: /^ +\d+ flaky\n(?: {4}.*\n?)+/m.exec(output)?.[0],
    }
  }

/** A line per test that begins with `ok` or `not ok`. */
export const lines: Count = ({ output }) => ({
  passed: output.match(/^ok /gm)?.length ?? 0,
  failed: output.match(/^not ok /gm)?.length ?? 0,
})
