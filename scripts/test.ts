import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isEnding, onEnd, runToEnd } from './cleanup.ts'
import { run } from './run.ts'
import { checks, tests, type Step } from './steps.ts'

/** Fields of vitest's report in JSON, which has numbers at its top, and of Playwright's, which has `stats`. */
type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number }
  errors?: unknown[]
}

const rounds = process.argv[2] === 'check' ? checks : [...checks, ...tests]
const total = { passed: 0, failed: 0 }
const begun = new Set<Step>()
const ended = new Set<Step>()

const countsOf = async ({ report }: Step, isGood: boolean) => {
  if (!report) return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 }
  const text = await readFile(report, 'utf8').catch(() => '{}')
  const { numPassedTests, numFailedTests, stats, errors = [] } = JSON.parse(text) as Report
  const passed = stats?.expected ?? numPassedTests ?? 0
  const failed = stats ? stats.unexpected + errors.length : (numFailedTests ?? 0)
  // A step that fails without a failed test, or ran no test, counts as one failure.
  return { passed, failed: failed === 0 && (!isGood || passed === 0) ? 1 : failed }
}

const runStep = async (step: Step) => {
  begun.add(step)
  const start = performance.now()
  const [program = '', ...args] = step.command.split(' ')
  if (step.report) await rm(step.report, { force: true })
  const { exitCode, output } = await run(join('node_modules/.bin', program), args, {
    env: { NO_COLOR: '1', ...step.env },
    isPatient: step.isPatient ?? false,
    onStart: onEnd,
  })
  // A step ended by a signal neither passed nor failed.
  if (isEnding()) return
  const { passed, failed } = await countsOf(step, exitCode === 0)
  ended.add(step)
  total.passed += passed
  total.failed += failed
  const counts = `${passed} passed, ${failed} failed`
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${step.name.padEnd(32)}${counts.padEnd(24)}${seconds.padStart(7)} s`)
  if (failed > 0) console.log(`\n${output}\n`)
}

const runLane = async (lane: Step[]) => {
  for (const step of lane) if (!isEnding()) await runStep(step)
}

/** Prints the total of the steps that ran to their end, after a list of those that did not. */
const printTotal = () => {
  const left = rounds.flat(2).filter((step) => !ended.has(step))
  const names = (steps: Step[]) => steps.map(({ name }) => name).join(', ') || 'nothing'
  if (left.length > 0) {
    console.log(`ended early in: ${names(left.filter((step) => begun.has(step)))}`)
    console.log(`not begun: ${names(left.filter((step) => !begun.has(step)))}`)
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
}

await runToEnd(async () => {
  process.chdir(join(import.meta.dirname, '..'))
  onEnd(printTotal)
  for (const round of rounds) await Promise.all(round.map(runLane))
  return total.failed > 0 ? 1 : 0
})
