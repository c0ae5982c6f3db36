import { join } from 'node:path'
import { testBuild } from '../tests/e2e/extension.ts'
import { buildCommand } from './build.ts'
import { lines, one, playwright, vitest } from './counts.ts'
import type { Count } from './counts.ts'

export type Part = { command: [string, string[]]; env?: NodeJS.ProcessEnv; count: Count }

/** A line of what is printed: one part, or several that lanes take from the queue; each lane has its environment. */
export type Step = { name: string; parts: ((env: NodeJS.ProcessEnv) => Part)[] }

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
const whole = (name: string, command: Part['command']): Step => ({
  name,
  parts: [() => ({ command, count: one })],
})

/** What looks at the sources alone: all that `npm run check` does. */
export const checks: Step[] = [
  whole('lint', tool('eslint', '.', '--max-warnings', '0')),
  whole(
    'format',
    tool('prettier', '--check', '--cache', '--cache-location', '.cache/prettier', '.'),
  ),
  whole(
    'imports',
    tool('depcruise', '--config', '.dependency-cruiser.cjs', 'entrypoints', 'components', 'lib'),
  ),
  whole('types', tool('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/tsc')),
  whole('unused code', tool('knip')),
]

const production = (browser: 'chrome' | 'firefox') =>
  whole(`build for ${browser}`, buildCommand({ browser, mode: 'production', outDir: '.output' }))

/** Shares of the tests in a browser: more than lanes, as some take longer. */
const shares = (many: number, part: (share: number, of: string) => Step['parts'][number]) =>
  Array.from({ length: many }, (_, index) => part(index + 1, `${index + 1}/${many}`))

/** A share of the journeys in Firefox. */
const journeys = (_: number, of: string) => (env: NodeJS.ProcessEnv) => {
  const command = script('tests/e2e/firefox/run.ts', of)
  return { command, env, count: lines }
}

/** A share of the tests in Chromium. */
const chromium = (share: number, of: string) => (env: NodeJS.ProcessEnv) => {
  const report = join(reports, `e2e${share}.json`)
  return {
    command: tool(
      'playwright',
      'test',
      `--shard=${of}`,
      '--reporter=list,json',
      `--output=test-results/${share}`,
      // A browser on a crowded machine; what needs its second run is named below the step.
      '--retries=1',
    ),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: playwright(report),
  }
}

const unit = join(reports, 'unit.json')

/** Where the builds of a lane for the tests are. */
const folder = (lane: number) => `.output/e2e${lane === 0 ? '' : lane}`

/** What parts in a browser have to know of their lane: its chains are at the URLs of its build. */
export const envOf = (urls: NodeJS.ProcessEnv, lane: number): NodeJS.ProcessEnv => ({
  ...urls,
  VOLLEY_E2E_BUILT: '1',
  VOLLEY_E2E_FOLDER: folder(lane),
})

/** The steps, in rounds: those of one round run side by side, and the longest come first. */
export const rounds = (lanes: NodeJS.ProcessEnv[]): Step[][] => {
  const development = (browser: 'chrome' | 'firefox'): Step => ({
    name: `development builds for ${browser}`,
    parts: lanes.map((env, lane) => () => {
      const command = buildCommand(testBuild(browser, folder(lane)))
      return { command, env, count: one }
    }),
  })
  const trials = script('scripts/crashBrowser.ts', '--stops', '5', '--kills', '5')
  return [
    checks,
    [
      {
        name: 'unit tests',
        parts: [
          () => ({
            command: tool(
              'vitest',
              'run',
              '--reporter=default',
              '--reporter=json',
              `--outputFile.json=${unit}`,
            ),
            count: vitest(unit),
          }),
        ],
      },
    ],
    [production('chrome'), production('firefox'), development('chrome'), development('firefox')],
    [
      { name: 'end to end in Chromium', parts: shares(6, chromium) },
      {
        name: 'crash trials in Chromium',
        parts: [(env) => ({ command: trials, env, count: lines })],
      },
      { name: 'journeys in Firefox', parts: shares(5, journeys) },
      whole('package for Firefox', tool('web-ext', 'lint', '-s', '.output/firefox-mv3')),
    ],
  ]
}
