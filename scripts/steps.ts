import { availableParallelism } from 'node:os'

/** A program that counts as one test, unless it writes a report whose tests are counted. */
export type Step = {
  name: string
  command: string
  env?: Record<string, string>
  report?: string
  isPatient?: true
}

const vitest = '.output/tests/vitest.json'
const playwright = '.output/tests/playwright.json'

// The type checker frees memory less often than by itself: a fifth faster, for some 0.4 GB more.
const lint: Step = { name: 'types and lint', command: 'oxlint .', env: { GOGC: '200' } }

const otherChecks: Step[] = [
  { name: 'unused code', command: 'knip' },
  { name: 'format', command: 'oxfmt --check .' },
  {
    name: 'imports',
    command: 'depcruise --config .dependency-cruiser.cjs entrypoints components lib',
  },
]

const units: Step = {
  name: 'unit tests and matrices',
  command: `vitest run --reporter=default --reporter=json --outputFile.json=${vitest}`,
  report: vitest,
  isPatient: true,
}

const builds: Step = {
  name: 'builds',
  command: 'playwright test --project=builds',
  report: playwright,
}

/**
 * Tests that are left to `npm run test:long`, by project, file and title: those tagged `@long`, and in one browser the
 * journeys of both that are tagged with the other.
 */
const long = '@long|firefox.e2e.*@chromium|chromium.e2e.*@firefox'

const inBrowsers: Step[] = [
  {
    name: 'tests in browsers',
    // Tests that go over everything of a kind are a command of their own: `npm run test:long`.
    command: `playwright test --no-deps --grep-invert ${long} --project=firefox --project=chromium`,
    report: playwright,
  },
  { name: 'package for Firefox', command: 'web-ext lint -s .output/firefox-mv3' },
]

/** Rounds run one after another, the lanes of a round at once, and the steps of a lane one after another. */
export const checks: Step[][][] = [[[lint], otherChecks]]

const fromBuilds: Step[] = [builds, ...inBrowsers]

/** Browsers wait a third of their time, which units use; one core has none to spare. */
export const tests: Step[][][] =
  availableParallelism() > 1 ? [[[units], fromBuilds]] : [[[units, ...fromBuilds]]]
