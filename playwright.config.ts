import { defineConfig } from '@playwright/test'
import type { StageOptions } from './tests/e2e/support/stage.ts'

/** Longest first: what runs alone in the end would keep the other workers waiting. */
export default defineConfig<object, StageOptions>({
  testDir: 'tests',
  outputDir: 'test-results',
  // More than the two cores of a small machine: a test in a browser mostly waits.
  workers: 4,
  fullyParallel: true,
  // Machines are slow at times; no test is about how slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  globalTimeout: 3_000_000,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '.output/tests/playwright.json' }]],
  use: { screenshot: 'only-on-failure' },
  projects: [
    { name: 'builds', testMatch: 'e2e/builds.setup.ts' },
    {
      name: 'firefox',
      testMatch: 'e2e/{firefox,journeys}/*.spec.ts',
      dependencies: ['builds'],
      use: { builtFor: 'firefox' },
    },
    { name: 'trials', testMatch: 'crash-browser/*.spec.ts', dependencies: ['builds'] },
    // Run by `npm run gallery` alone.
    {
      name: 'gallery',
      testMatch: 'gallery/*.spec.ts',
      dependencies: ['builds'],
      timeout: 1_800_000,
    },
    // Run by `npm run hosts` alone.
    { name: 'hosts', testMatch: 'hosts/*.spec.ts', dependencies: ['builds'] },
    {
      name: 'chromium',
      testMatch: 'e2e/**/*.spec.ts',
      testIgnore: 'e2e/firefox/**',
      dependencies: ['builds'],
    },
  ],
})
