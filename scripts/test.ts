import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { testBuild } from '../tests/e2e/extension.ts'
import { urlVariables } from '../tests/e2e/urls.ts'
import { buildCommand } from './build.ts'
import { onEnd, runToEnd } from './cleanup.ts'
import { lines, one, playwright, vitest } from './counts.ts'
import type { Count, Counts } from './counts.ts'
import { freePorts } from './ports.ts'
import { run } from './run.ts'

type Part = { command: [string, string[]]; env?: NodeJS.ProcessEnv; count: Count }

/** What runs by itself, or side by side with its twin. */
type Step = Part & { name: string; twin?: Part }

const root = join(import.meta.dirname, '..')
const reports = join(root, '.output/tests')

const tool = (name: string, ...args: string[]): [string, string[]] => [
  join(root, 'node_modules/.bin', name),
  args,
]

const script = (file: string, ...args: string[]): [string, string[]] => [
  process.execPath,
  [
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    join(root, file),
    ...args,
  ],
]

const production = (browser: 'chrome' | 'firefox') => ({
  name: `build for ${browser}`,
  command: buildCommand({ browser, mode: 'production', outDir: '.output' }),
  count: one,
})

/** What a half of the tests in a browser needs: its own chains, and a build that knows them. */
const ofHalf = (number: 1 | 2, urls: NodeJS.ProcessEnv) => ({
  ...{ ...urls, VOLLEY_E2E_BUILT: '1' },
  VOLLEY_E2E_FOLDER: number === 1 ? '.output/e2e' : '.output/e2e2',
})

/** Half of the journeys in Firefox. */
const halfOfJourneys = (number: 1 | 2, urls: NodeJS.ProcessEnv): Part => ({
  command: script('tests/e2e/firefox/run.ts', `${number}/2`),
  env: ofHalf(number, urls),
  count: lines,
})

/** Half of the tests in Chromium. */
const half = (number: 1 | 2, urls: NodeJS.ProcessEnv): Part => {
  const report = join(reports, `e2e${number}.json`)
  return {
    command: tool(
      ...(['playwright', 'test', `--shard=${number}/2`, '--reporter=list,json'] as const),
      `--output=test-results/${number}`,
      // A browser on a crowded machine; what needs its second run is named below the step.
      '--retries=1',
    ),
    env: { ...ofHalf(number, urls), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: playwright(report),
  }
}

const steps = (urls: NodeJS.ProcessEnv, others: NodeJS.ProcessEnv): Step[] => {
  const development = (browser: 'chrome' | 'firefox') => ({
    name: `development build for ${browser}`,
    command: buildCommand(testBuild(browser)),
    env: urls,
    count: one,
  })
  const second = (browser: 'chrome' | 'firefox') => ({
    name: `second build for ${browser}`,
    command: buildCommand(testBuild(browser, '.output/e2e2')),
    env: others,
    count: one,
  })
  const unit = join(reports, 'unit.json')
  const env = { ...urls, VOLLEY_E2E_BUILT: '1' }
  return [
    { name: 'format', command: tool('prettier', '--check', '.'), count: one },
    { name: 'lint', command: tool('eslint', '.', '--max-warnings', '0'), count: one },
    {
      name: 'imports',
      command: tool(
        'depcruise',
        '--config',
        '.dependency-cruiser.cjs',
        'entrypoints',
        'components',
        'lib',
      ),
      count: one,
    },
    { name: 'types', command: tool('tsc', '--noEmit'), count: one },
    { name: 'unused code', command: tool('knip'), count: one },
    {
      name: 'unit tests',
      command: tool(
        'vitest',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${unit}`,
      ),
      count: vitest(unit),
    },
    production('chrome'),
    production('firefox'),
    {
      name: 'package for Firefox',
      command: tool('web-ext', 'lint', '-s', '.output/firefox-mv3'),
      count: one,
    },
    development('chrome'),
    second('chrome'),
    development('firefox'),
    second('firefox'),
    { name: 'end to end in Chromium', ...half(1, urls), twin: half(2, others) },
    {
      name: 'crash trials in Chromium',
      command: script('scripts/crashBrowser.ts', '--stops', '5', '--kills', '5'),
      env,
      count: lines,
    },
    {
      name: 'journeys in Firefox',
      ...halfOfJourneys(1, urls),
      twin: halfOfJourneys(2, others),
    },
  ]
}

/** A step that fails without a test that does, or that counts nothing at all, is one failure. */
const runPart = async ({ command: [program, args], env, count }: Part) => {
  const outcome = await run(program, args, { env: { NO_COLOR: '1', ...env }, onStart: onEnd })
  const counts = await Promise.resolve(outcome)
    .then(count)
    .catch((): Counts => ({ passed: 0, failed: 0 }))
  const isLost = counts.failed === 0 && (outcome.exitCode !== 0 || counts.passed === 0)
  return { ...counts, failed: isLost ? 1 : counts.failed, output: outcome.output }
}

const runStep = async ({ twin, ...step }: Step) => {
  const parts = await Promise.all([step, ...(twin ? [twin] : [])].map(runPart))
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
  for (const step of steps(...(await freeUrls()))) {
    process.stdout.write(step.name.padEnd(30))
    const started = performance.now()
    const result = await runStep(step)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    passed += result.passed
    failed += result.failed
    const counts = `${result.passed} passed, ${result.failed} failed`
    console.log(`${counts.padEnd(24)}${seconds.padStart(7)} s`)
    if (result.flaky) console.log(result.flaky)
    if (result.failed > 0) console.log(`\n${result.output}\n`)
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

await runToEnd(test)
