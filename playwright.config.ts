import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // The chains listen where the extension was built to find them, so there is one of each.
  // `npm test` runs lanes side by side, each with chains and a build of its own.
  workers: 1,
  timeout: 60_000,
  globalTimeout: 1_080_000,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '.output/tests/e2e.json' }]],
  use: { screenshot: 'only-on-failure' },
})
