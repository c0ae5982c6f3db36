import { mkdir, rm } from 'node:fs/promises'
import { urlVariables } from '../tests/e2e/urls.ts'
import { onEnd, runToEnd } from './cleanup.ts'
import type { Counts } from './counts.ts'
import { freePorts } from './ports.ts'
import { run } from './run.ts'
import { checks, reports, root, steps } from './steps.ts'
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

const runStep = async (step: Step) => {
  const waiting = 'shares' in step ? [...step.shares] : [() => step]
  const parts: Awaited<ReturnType<typeof runPart>>[] = []
  const lane = async (number: 1 | 2) => {
    for (let share = waiting.shift(); share; share = waiting.shift())
      parts.push(await runPart(share(number)))
  }
  await Promise.all([lane(1), lane(2)])
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.reduce((sum, { failed }) => sum + failed, 0),
    flaky: parts.map(({ flaky }) => flaky ?? '').join(''),
    output: parts
      .filter(({ failed }) => failed > 0)
      .map(({ output }) => output)
      .join('\n'),
  }
}

/** Where the chains of both halves of the tests listen. */
const freeUrls = async () => {
  const port = await freePorts(['local', 'base', 'testnet', 'local2', 'base2', 'testnet2'])
  const at = (local: number, base: number, testnet: number) =>
    urlVariables({
      local: `http://127.0.0.1:${local}`,
      base: `http://127.0.0.1:${base}`,
      testnet: `http://127.0.0.1:${testnet}`,
    })
  return [
    at(port.local, port.base, port.testnet),
    at(port.local2, port.base2, port.testnet2),
  ] as const
}

const test = async () => {
  process.chdir(root)
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
  let passed = 0
  let failed = 0
  const take = async (step: Step) => {
    const started = performance.now()
    const result = await runStep(step)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    passed += result.passed
    failed += result.failed
    const counts = `${result.passed} passed, ${result.failed} failed`
    console.log(`${step.name.padEnd(30)}${counts.padEnd(24)}${seconds.padStart(7)} s`)
    if (result.flaky) console.log(result.flaky)
    if (result.failed > 0) console.log(`\n${result.output}\n`)
  }
  const waiting = [...checks]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await take(step)
  }
  await Promise.all([lane(), lane()])
  for (const step of steps(...(await freeUrls()))) await take(step)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

await runToEnd(test)
