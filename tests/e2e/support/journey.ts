import { endFirefox, type Firefox, launchFirefox } from './firefox/browser.ts'
import { inFirefox, onboard, openWallet } from './firefox/wallet.ts'
import { launchWallet, type Wallet } from './chromium.ts'
import { inChromium, type Site, type WalletBrowser } from './screen.ts'
import { endWallet, launchImported, test as base } from './test.ts'

type PerTest = {
  newBrowser: WalletBrowser
  walletBrowser: WalletBrowser
  site: Site
}

const withFirefox = async (extension: string, run: (firefox: Firefox) => Promise<void>) => {
  const firefox = await launchFirefox(extension)
  try {
    await run(firefox)
  } finally {
    await endFirefox(firefox)
  }
}

const withChromium = async (wallet: Wallet, use: (browser: WalletBrowser) => Promise<void>) => {
  await use(inChromium(wallet))
  await endWallet(wallet)
}

/**
 * Test of a journey that both browsers walk: each of their projects runs it. In `npm test` one tagged `@chromium` or
 * `@firefox` runs in that browser alone.
 */
export const test = base.extend<PerTest>({
  /** A browser with the extension, in which nothing is set up. */
  newBrowser: async ({ builtFor, extension }, use) =>
    builtFor === 'firefox'
      ? withFirefox(extension, (firefox) => use(inFirefox(firefox)))
      : withChromium(await launchWallet({ extension, headless: true }), use),

  /** A browser whose wallet is set up and unlocked. */
  walletBrowser: async ({ builtFor, extension, imported }, use) =>
    builtFor === 'firefox'
      ? withFirefox(extension, async (firefox) => {
          const home = await openWallet(firefox)
          await onboard(home)
          await home.close()
          await use(inFirefox(firefox))
        })
      : withChromium(await launchImported(await imported(), { extension }), use),

  /** A page of the site, connected to the network Local with the first account. */
  site: async ({ walletBrowser, dapp }, use) => use(await walletBrowser.connect(dapp.url, 'Local')),
})

export { expect } from '@playwright/test'
