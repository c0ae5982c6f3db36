import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { startAnvil } from '../../chain/anvil.ts'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice } from '../../unit/accounts.ts'
import { once } from '../../../lib/async.ts'
import { openConnected, onboard } from './walletPages.ts'
import { type Beside, killBrowser, launchWallet, type Wallet } from './chromium.ts'
import { knowsState, request } from './site.ts'
import { openJournal, readRows, addRows } from './journal.ts'
import { test as base } from './stage.ts'

type Imported = { profile: string; session: object }
type PerWorker = {
  imported: () => Promise<Imported>
  connection: Record<string, object[]>
}
type PerTest = {
  own: { url: string; asked: string }
  keepsPages: boolean
  beside: Beside | undefined
  camera: string | undefined
  fresh: Wallet
  wallet: Wallet
  connected: Page
}

type Launch = Pick<
  Parameters<typeof launchWallet>[0],
  'extension' | 'keepsPages' | 'beside' | 'camera'
>

type Background = {
  chrome: {
    storage: { session: { get: () => Promise<object>; set: (items: object) => Promise<void> } }
  }
}

const readSession = ({ worker }: Wallet) =>
  worker.evaluate(() => (globalThis as unknown as Background).chrome.storage.session.get())

const writeSession = ({ worker }: Wallet, session: object) =>
  worker.evaluate(
    (items) => (globalThis as unknown as Background).chrome.storage.session.set(items),
    session,
  )

/** Ends the browser at once, as its profile goes with it: nothing has to be written to the disk before. */
export const endWallet = async ({ profile }: Wallet) => {
  await killBrowser(profile)
  await rm(profile, { recursive: true, force: true })
}

/** Returns profile and session memory of a browser whose wallet is set up and unlocked. */
const importPhrase = async (extension: string): Promise<Imported> => {
  const wallet = await launchWallet({ extension, headless: true })
  await onboard(await wallet.popup(), development.phrase, development.password)
  const session = await readSession(wallet)
  await wallet.context.close()
  return { profile: wallet.profile, session }
}

/** Launches a copy of the profile in which the phrase was imported, with the wallet unlocked. */
export const launchImported = async ({ profile: from, session }: Imported, options: Launch) => {
  const profile = await mkdtemp(join(tmpdir(), 'volley-'))
  await cp(from, profile, { recursive: true })
  const wallet = await launchWallet({ ...options, profile, headless: true })
  // The auto-lock deadline counts from now, not from the import.
  const now = Date.now()
  await writeSession(wallet, { ...session, lockAt: now + 3_600_000, seenAt: now })
  return wallet
}

/** Test with a fresh Chromium in which the wallet is set up. */
export const test = base.extend<PerTest, PerWorker>({
  /** Imports the phrase at its first call: a journey in Firefox has no use for it. */
  imported: [
    async ({ extension }, use) => {
      const profiles: string[] = []
      const imports = once<Imported>()
      await use(() =>
        imports('phrase', async () => {
          const imported = await importPhrase(extension)
          profiles.push(imported.profile)
          return imported
        }),
      )
      for (const profile of profiles) await rm(profile, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  /** A browser with the extension, without an imported phrase. */
  fresh: async ({ extension, camera }, use) => {
    const wallet = await launchWallet({ extension, headless: true, camera })
    await use(wallet)
    await endWallet(wallet)
  },

  /** A further chain that the wallet does not have, at a URL with an API key in it. */
  own: async ({ dapp: _ }, use) => {
    const anvil = await startAnvil({ chainId: 777, hardfork: 'prague' })
    await rpc(anvil.url, 'anvil_setBalance', [alice, `0x${parseEther('7').toString(16)}`])
    await use({ url: anvil.url, asked: `${anvil.url}/?key=its-own-key` })
    await anvil.stop()
  },

  keepsPages: [false, { option: true }],
  beside: [undefined, { option: true }],
  camera: [undefined, { option: true }],

  /**
   * Rows that connecting the site writes: it is connected once on the screen, and each test gets the rows.
   */
  connection: [
    async ({ extension, imported, dapp }, use) => {
      const wallet = await launchImported(await imported(), { extension })
      await openConnected(wallet, dapp.url, 'Local')
      const journal = await openJournal(wallet)
      const rows = {
        permissions: await readRows(journal, 'permissions'),
        sites: await readRows(journal, 'sites'),
        approvals: await readRows(journal, 'approvals'),
      }
      await endWallet(wallet)
      await use(rows)
    },
    { scope: 'worker' },
  ],

  /** Importing takes seconds, so each test gets a copy of one import. */
  wallet: async ({ extension, imported, keepsPages, beside, camera }, use) => {
    const wallet = await launchImported(await imported(), { extension, keepsPages, beside, camera })
    await use(wallet)
    await endWallet(wallet)
  },

  /** A page of the site, connected to the network Local with the first account. */
  connected: async ({ wallet, dapp, connection }, use) => {
    await addRows(wallet.worker, connection)
    const page = await wallet.context.newPage()
    await page.goto(dapp.url)
    await request(page, 'eth_requestAccounts')
    await knowsState(page)
    await use(page)
  },
})

export { expect } from '@playwright/test'
