import { join } from 'node:path'
import { testBuild } from '../tests/e2e/extension.ts'
import { buildCommand } from './build.ts'
import { lines, one, playwright, vitest } from './counts.ts'
import type { Count } from './counts.ts'

export type Part = { command: [string, string[]]; env?: NodeJS.ProcessEnv; count: Count }

/** The chains and the build that a part in a browser uses: two run side by side. */
export type Lane = 1 | 2

/** A line of what is printed: one part, or several that both lanes take from the queue. */
export type Step = { name: string; parts: ((lane: Lane) => Part)[] }

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

/** What is right or wrong as a whole. */
const whole = (name: string, command: Part['command'], env: NodeJS.ProcessEnv = {}): Step => ({
  name,
  parts: [() => ({ command, env, count: one })],
})

const production = (browser: 'chrome' | 'firefox') =>
  whole(`build for ${browser}`, buildCommand({ browser, mode: 'production', outDir: '.output' }))

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

const unit = join(reports, 'unit.json')

/** The steps, in rounds: of one round two run side by side, and the longest come first. */
export const rounds = (urls: NodeJS.ProcessEnv, others: NodeJS.ProcessEnv): Step[][] => {
  const second = '.output/e2e2'
  const development = (browser: 'chrome' | 'firefox') => [
    whole(`development build for ${browser}`, buildCommand(testBuild(browser)), urls),
    whole(`second build for ${browser}`, buildCommand(testBuild(browser, second)), others),
  ]
  const built = { VOLLEY_E2E_BUILT: '1' }
  const env = (lane: Lane) =>
    lane === 1 ? { ...urls, ...built } : { ...others, ...built, VOLLEY_E2E_FOLDER: second }
  const trials = script('scripts/crashBrowser.ts', '--stops', '5', '--kills', '5')
  return [
    [
      whole('lint', tool('eslint', '.', '--max-warnings', '0')),
      whole('format', tool('prettier', '--check', '.')),
      whole(
        'imports',
        tool(
          'depcruise',
          '--config',
          '.dependency-cruiser.cjs',
          'entrypoints',
          'components',
          'lib',
        ),
      ),
      whole('types', tool('tsc', '--noEmit')),
      whole('unused code', tool('knip')),
    ],
    [
      {
        name: 'unit tests',
        parts: [
          () => ({
            command: tool(
              ...(['vitest', 'run', '--reporter=default', '--reporter=json'] as const),
              `--outputFile.json=${unit}`,
            ),
            count: vitest(unit),
          }),
        ],
      },
    ],
    [
      production('chrome'),
      production('firefox'),
      ...development('chrome'),
      ...development('firefox'),
    ],
    [
      {
        name: 'end to end in Chromium',
        parts: shares.map((share) => (lane: Lane) => chromium(share, env(lane))),
      },
      {
        name: 'crash trials in Chromium',
        parts: [(lane) => ({ command: trials, env: env(lane), count: lines })],
      },
      {
        name: 'journeys in Firefox',
        parts: shares.map((share) => (lane: Lane) => journeys(share, env(lane))),
      },
      whole('package for Firefox', tool('web-ext', 'lint', '-s', '.output/firefox-mv3')),
    ],
  ]
}
