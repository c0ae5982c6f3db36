import { rm } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { type Chains, restored, startChains, stopChains } from './chains.ts'
import { type Dapp, serveDapp } from './site.ts'
import { type Browser, extensionFor } from './extension.ts'

export type StageOptions = { builtFor: Browser }

type PerWorker = StageOptions & { chains: Chains; dapp: Dapp; extension: string }

/**
 * Test with real chains, a site and the extension; each worker has its own, so that workers run in parallel.
 */
export const test = base.extend<{ untouched: void }, PerWorker>({
  builtFor: ['chrome', { scope: 'worker', option: true }],

  chains: [
    async ({}, use) => {
      const chains = await startChains()
      await use(chains)
      await stopChains(chains)
    },
    { scope: 'worker' },
  ],

  dapp: [
    async ({}, use) => {
      const dapp = await serveDapp()
      await use(dapp)
      await dapp.stop()
    },
    { scope: 'worker' },
  ],

  extension: [
    async ({ builtFor, chains }, use) => {
      const folder = await extensionFor(builtFor, chains)
      await use(folder)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],

  /** Each test gets the chains as they were deployed, mining and with empty pools. */
  untouched: [({ chains }, use) => restored(chains, use), { auto: true }],
})
