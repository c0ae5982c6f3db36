// Playwright reads from the pattern which others a fixture needs, so one that needs none says so.
/* eslint no-empty-pattern: ["error", { "allowObjectPatternsAsParameters": true }] */
import { rm } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { development } from '../chain/development.ts'
import { rpc } from '../chain/rpc.ts'
import { openConnected } from './approvals.ts'
import { killBrowser, launchWallet } from './browser.ts'
import type { Wallet } from './browser.ts'
import { startChains, stopChains } from './chains.ts'
import type { Chains } from './chains.ts'
import { serveDapp } from './dapp.ts'
import type { Dapp } from './dapp.ts'
import { extensionUnderTest } from './extension.ts'
import { onboard } from './wallet.ts'

type PerWorker = { chains: Chains; dapp: Dapp; extension: string }
type PerTest = { untouched: void; fresh: Wallet; wallet: Wallet; connected: Page }

/** Real chains, a site, and per test a fresh browser with the wallet set up in it. */
export const test = base.extend<PerTest, PerWorker>({
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

  extension: [async ({}, use) => use(await extensionUnderTest('chrome')), { scope: 'worker' }],

  /** Each test finds the chains as they were deployed, mining, and with nothing waiting. */
  untouched: [
    async ({ chains }, use) => {
      const nodes = Object.values(chains).map(({ url }) => url)
      const snapshots = await Promise.all(nodes.map((url) => rpc<string>(url, 'evm_snapshot')))
      await use()
      for (const [index, url] of nodes.entries()) {
        await rpc(url, 'anvil_dropAllTransactions')
        await rpc(url, 'evm_revert', [snapshots[index]])
        await rpc(url, 'evm_setAutomine', [true])
      }
    },
    { auto: true },
  ],

  /** A browser with the extension, in which nobody has imported a phrase yet. */
  fresh: async ({ extension }, use) => {
    const wallet = await launchWallet({ extension, headless: true })
    await use(wallet)
    await wallet.context.close()
    await killBrowser(wallet.profile)
    await rm(wallet.profile, { recursive: true, force: true })
  },

  wallet: async ({ fresh }, use) => {
    const page = await fresh.popup()
    await onboard(page, development.phrase, development.password)
    await page.close()
    await use(fresh)
  },

  /** A page of the site, connected to the network Local with the first account. */
  connected: async ({ wallet, dapp }, use) => {
    await use(await openConnected(wallet, dapp.url, 'Local'))
  },
})

export { expect } from '@playwright/test'
