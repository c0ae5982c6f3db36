import type { BrowserContext, Page } from '@playwright/test'
import { development } from '../chain/development.ts'
import { openConnected, onboard, unlock } from '../e2e/support/walletPages.ts'
import { launchWallet, type Wallet } from '../e2e/support/chromium.ts'
import type { Dapp } from '../e2e/support/site.ts'
import { openJournal } from '../e2e/support/journal.ts'

/** A browser with the wallet in it, a page of a site per network, and a look into the wallet's database. */
export type Session = { wallet: Wallet; sites: { local: Page; base: Page }; journal: Page }

/** Other work may slow this machine down, in ms. */
export const patience = 60_000

const launch = async (extension: string, profile?: string) => {
  const wallet = await launchWallet({ extension, profile, headless: true })
  wallet.context.setDefaultTimeout(patience)
  return wallet
}

/** A new profile, set up as on the first day, with both sites connected. */
export const startSession = async (extension: string, dapp: Dapp): Promise<Session> => {
  const wallet = await launch(extension)
  const page = await wallet.popup()
  await onboard(page, development.phrase, development.password)
  await page.close()
  const sites = {
    local: await openConnected(wallet, dapp.url, 'Local'),
    base: await openConnected(wallet, dapp.other, 'Base'),
  }
  return { wallet, sites, journal: await openJournal(wallet) }
}

const openSite = async (context: BrowserContext, url: string) => {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** A browser on the same profile, after the one before it was killed: locked, as it comes up. */
export const startAgain = async (extension: string, dapp: Dapp, profile: string) => {
  const wallet = await launch(extension, profile)
  const journal = await openJournal(wallet)
  const sites = {
    local: await openSite(wallet.context, dapp.url),
    base: await openSite(wallet.context, dapp.other),
  }
  return { wallet, sites, journal }
}

/** Opens the locked wallet, as its user does after a restart. */
export const unlockSession = async ({ wallet }: Session) => {
  const page = await wallet.popup()
  await unlock(page, development.password)
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor()
  await page.close()
}
