import { mkdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isEnding, onEnd, runToEnd } from './cleanup.ts'
import { run } from './run.ts'

type Counts = { passed: number; failed: number }

/** A program that counts as one test, unless it writes a report whose tests are counted. */
type Step = {
  name: string
  command: string
  /** True if the other steps of its round come first. */
  isPatient?: boolean
  report?: { file: string; count: (report: never) => Counts }
}

type VitestReport = { numPassedTests: number; testResults: { assertionResults: Result[] }[] }
type Result = { status: string }
type PlaywrightReport = { stats: { expected: number; unexpected: number }; errors: unknown[] }

const root = join(import.meta.dirname, '..')
const reports = join(root, '.output/tests')

const countVitest = ({ numPassedTests, testResults }: VitestReport): Counts => {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.filter(({ status }) => status === 'failed').length
  return { passed: numPassedTests, failed }
}

const countPlaywright = ({ stats, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + errors.length,
})

const inVitest = { file: join(reports, 'vitest.json'), count: countVitest }
const inPlaywright = { file: join(reports, 'playwright.json'), count: countPlaywright }

const isCheck = process.argv[2] === 'check'

/** Static checks of the sources. */
const checks: Step[] = [
  { name: 'types and lint', command: 'oxlint .' },
  { name: 'unused code', command: 'knip' },
  { name: 'format', command: 'oxfmt --check .' },
  {
    name: 'imports',
    command: 'depcruise --config .dependency-cruiser.cjs entrypoints components lib',
  },
]

const vitest = `vitest run --reporter=default --reporter=json --outputFile.json=${inVitest.file}`
/** Tests that go over everything of a kind are a command of their own: `npm run test:long`. */
const browsers =
  'playwright test --no-deps --grep-invert @long --project=firefox --project=chromium'

const units: Step = {
  name: 'unit tests and matrices',
  command: vitest,
  isPatient: true,
  report: inVitest,
}
const builds: Step = {
  name: 'builds',
  command: 'playwright test --project=builds',
  report: inPlaywright,
}
const inBrowsers: Step[] = [
  { name: 'tests in browsers', command: browsers, report: inPlaywright },
  { name: 'package for Firefox', command: 'web-ext lint -s .output/firefox-mv3' },
]

/**
 * Rounds run one after another; the steps of a round run two at a time. Browsers wait a third of their time, which
 * units use. One core has none to spare.
 */
const rounds: Step[][] =
  availableParallelism() > 1
    ? [checks, [builds], [units, ...inBrowsers]]
    : [checks, [units], [builds], inBrowsers]

const countsOf = async ({ report }: Step, exitCode: number | null): Promise<Counts> => {
  const text = report && (await readFile(report.file, 'utf8').catch(() => undefined))
  const counts = text ? report.count(JSON.parse(text) as never) : { passed: 0, failed: 0 }
  if (!report && exitCode === 0) return { passed: 1, failed: 0 }
  // A step that fails without a failed test, or ran no test, counts as one failure.
  const isLost = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)
  return { passed: counts.passed, failed: isLost ? 1 : counts.failed }
}

const total: Counts = { passed: 0, failed: 0 }
const left = new Set<Step>()
const begun = new Set<Step>()

const runStep = async (step: Step) => {
  begun.add(step)
  const start = performance.now()
  const [program = '', ...args] = step.command.split(' ')
  if (step.report) await rm(step.report.file, { force: true })
  const { exitCode, output } = await run(join(root, 'node_modules/.bin', program), args, {
    env: { NO_COLOR: '1' },
    isPatient: step.isPatient ?? false,
    onStart: onEnd,
  })
  // A step ended by a signal neither passed nor failed.
  if (isEnding()) return
  const { passed, failed } = await countsOf(step, exitCode)
  left.delete(step)
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const counts = `${passed} passed, ${failed} failed`
  console.log(`${step.name.padEnd(32)}${counts.padEnd(24)}${seconds.padStart(7)} s`)
  if (failed > 0) console.log(`\n${output}\n`)
}

const runRound = async (round: Step[]) => {
  const waiting = [...round]
  const lane = async () => {
    for (let step = waiting.shift(); step && !isEnding(); step = waiting.shift())
      await runStep(step)
  }
  await Promise.all([lane(), lane()])
}

const names = (steps: Step[]) => steps.map(({ name }) => name).join(', ') || 'nothing'

/** Prints the total of the steps that ran to their end, after a list of those that did not. */
const printTotal = () => {
  const unfinished = [...left]
  if (unfinished.length > 0) {
    console.log(`ended early in: ${names(unfinished.filter((step) => begun.has(step)))}`)
    console.log(`not begun: ${names(unfinished.filter((step) => !begun.has(step)))}`)
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
}

await runToEnd(async () => {
  process.chdir(root)
  await mkdir(reports, { recursive: true })
  const chosen = isCheck ? [checks] : rounds
  for (const step of chosen.flat()) left.add(step)
  onEnd(printTotal)
  for (const round of chosen) await runRound(round)
  return total.failed > 0 ? 1 : 0
})
