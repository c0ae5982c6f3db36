import { join } from 'node:path'
import { testBuild } from '../tests/e2e/extension.ts'
import { buildCommand } from './build.ts'
import { lines, one, playwright, vitest } from './counts.ts'
import type { Count } from './counts.ts'

export type Part = { command: [string, string[]]; env?: NodeJS.ProcessEnv; count: Count }

/** The chains and the build that a part in a browser uses: two run side by side. */
type Lane = 1 | 2

/** What runs by itself, or in shares that both lanes take from one queue. */
export type Step = { name: string } & (Part | { shares: ((lane: Lane) => Part)[] })

/** The project's folder. */
export const root = join(import.meta.dirname, '..')

/** Where tests leave what is counted. */
export const reports = join(root, '.output/tests')

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

/** In how many shares the tests of a browser are run: more than lanes, as some take longer. */
const many = 4
const shares = Array.from({ length: many }, (_, index) => index + 1)

/** A share of the journeys in Firefox. */
const journeys = (share: number, env: NodeJS.ProcessEnv): Part => ({
  command: script('tests/e2e/firefox/run.ts', `${share}/${many}`),
  env,
  count: lines,
})

/** A share of the tests in Chromium. */
const chromium = (share: number, env: NodeJS.ProcessEnv): Part => {
  const report = join(reports, `e2e${share}.json`)
  return {
    command: tool(
      ...(['playwright', 'test', `--shard=${share}/${many}`, '--reporter=list,json'] as const),
      `--output=test-results/${share}`,
      // A browser on a crowded machine; what needs its second run is named below the step.
      '--retries=1',
    ),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: playwright(report),
  }
}

/** What looks at the sources alone, the longest first: two run side by side. */
export const checks: Step[] = [
  { name: 'lint', command: tool('eslint', '.', '--max-warnings', '0'), count: one },
  { name: 'format', command: tool('prettier', '--check', '.'), count: one },
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
]

/** What runs one after another: the tests, and the builds that they need. */
export const steps = (urls: NodeJS.ProcessEnv, others: NodeJS.ProcessEnv): Step[] => {
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
  const envOf = (lane: Lane) =>
    lane === 1 ? env : { ...others, VOLLEY_E2E_BUILT: '1', VOLLEY_E2E_FOLDER: '.output/e2e2' }
  const shared = (part: typeof chromium) =>
    shares.map((share) => (lane: Lane) => part(share, envOf(lane)))
  return [
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
    { name: 'end to end in Chromium', shares: shared(chromium) },
    {
      name: 'crash trials in Chromium',
      command: script('scripts/crashBrowser.ts', '--stops', '5', '--kills', '5'),
      env,
      count: lines,
    },
    { name: 'journeys in Firefox', shares: shared(journeys) },
  ]
}
