import type { BrowserContext, Page } from '@playwright/test'
import { development } from '../chain/development.ts'
import { openConnected, onboard, unlock } from '../e2e/support/walletPages.ts'
import { launchWallet, type Wallet } from '../e2e/support/chromium.ts'
import type { Dapp } from '../e2e/support/site.ts'
import { openJournal } from '../e2e/support/journal.ts'

/**
 * A browser with the wallet, a page of a site for each network, and a page that reads the wallet's database.
 */
export type Session = { wallet: Wallet; sites: { local: Page; base: Page }; journal: Page }

/** Time limit of a step in ms, generous for a machine under load. */
export const patience = 60_000

const launch = async (extension: string, profile?: string) => {
  const wallet = await launchWallet({ extension, profile, headless: true })
  wallet.context.setDefaultTimeout(patience)
  return wallet
}

/** Starts a browser on a new profile, imports the phrase and connects both sites. */
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

/** Restarts a killed browser on its profile; the wallet starts locked. */
export const startAgain = async (extension: string, dapp: Dapp, profile: string) => {
  const wallet = await launch(extension, profile)
  const journal = await openJournal(wallet)
  const sites = {
    local: await openSite(wallet.context, dapp.url),
    base: await openSite(wallet.context, dapp.other),
  }
  return { wallet, sites, journal }
}

/** Unlocks the wallet, as the user does after a restart. */
export const unlockSession = async ({ wallet }: Session) => {
  const page = await wallet.popup()
  await unlock(page, development.password)
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor()
  await page.close()
}
