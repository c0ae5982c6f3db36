import { mkdir, rm } from 'node:fs/promises'
import { urlVariables } from '../tests/e2e/urls.ts'
import { onEnd, runToEnd } from './cleanup.ts'
import type { Counts } from './counts.ts'
import { freePorts } from './ports.ts'
import { run } from './run.ts'
import { checks, envOf, reports, root, rounds } from './steps.ts'
import type { Part, Step } from './steps.ts'

/** A step that fails without a test that does, or that counts nothing at all, is one failure. */
const runPart = async ({ command: [program, args], env, count }: Part) => {
  const outcome = await run(program, args, { env: { NO_COLOR: '1', ...env }, onStart: onEnd })
  const counts = await Promise.resolve(outcome)
    .then(count)
    .catch((): Counts => ({ passed: 0, failed: 0 }))
  const isLost = counts.failed === 0 && (outcome.exitCode !== 0 || counts.passed === 0)
  return { ...counts, failed: isLost ? 1 : counts.failed, output: outcome.output }
}

type Result = Awaited<ReturnType<typeof runPart>>

const print = ({ name }: Step, results: Result[], seconds: number) => {
  const sum = (of: (result: Result) => number) =>
    results.reduce((total, result) => total + of(result), 0)
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`
  console.log(`${name.padEnd(32)}${counts.padEnd(24)}${seconds.toFixed(1).padStart(7)} s`)
  for (const { flaky } of results) if (flaky) console.log(flaky)
  for (const { failed, output } of results) if (failed > 0) console.log(`\n${output}\n`)
}

/** The lanes take the parts of a round's steps from one queue; a step is printed once its last part has run. */
const runRound = async (round: Step[], lanes: NodeJS.ProcessEnv[]) => {
  const waiting = round.flatMap((step) => step.parts.map((part) => ({ step, part })))
  const begun = new Map<Step, number>()
  const results = new Map<Step, Result[]>(round.map((step) => [step, []]))
  const lane = async (env: NodeJS.ProcessEnv) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { step, part } = next
      if (!begun.has(step)) begun.set(step, performance.now())
      const result = await runPart(part(env))
      const all = results.get(step) ?? []
      all.push(result)
      const seconds = (performance.now() - (begun.get(step) ?? 0)) / 1000
      if (all.length === step.parts.length) print(step, all, seconds)
    }
  }
  await Promise.all(lanes.map(lane))
  return [...results.values()].flat()
}

/** More than the two cores of a small machine: tests in a browser mostly wait. */
const width = 3

/** Free addresses for the chains of each lane. */
const freeUrls = async () => {
  const names = Array.from({ length: width }, (_, lane) => `lane ${lane}`)
  const ports = await freePorts(
    names.flatMap((name) => [`${name} local`, `${name} base`, `${name} testnet`]),
  )
  const at = (name: string) => `http://127.0.0.1:${ports[name]}`
  return names.map((name) =>
    urlVariables({
      local: at(`${name} local`),
      base: at(`${name} base`),
      testnet: at(`${name} testnet`),
    }),
  )
}

const test = async () => {
  process.chdir(root)
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
  const results: Result[] = []
  const lanes = (await freeUrls()).map(envOf)
  const isCheck = process.argv[2] === 'check'
  for (const round of isCheck ? [checks] : rounds(lanes))
    results.push(...(await runRound(round, lanes)))
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

await runToEnd(test)
