import type { Page } from '@playwright/test'
import { showEach } from '../e2e/support/approvalStates.ts'
import { addRows } from '../e2e/support/journal.ts'
import { fillActivity, screenAddresses } from '../e2e/support/screenAddresses.ts'
import { bob, stranger } from '../unit/accounts.ts'
import {
  approvalSizes,
  everyLanguage,
  type Picture,
  screenSizes,
  takePictures,
  test,
  turnTo,
  writePart,
} from './pictures.ts'

/** Waits for the part of a screen that is loaded for a device. */
const deviceAsked = (page: Page) => page.locator('button[class*="primary"]').waitFor()

test('approvals', async ({ chains, wallet, connected, dapp }) => {
  const taken: Picture[] = []
  await showEach({ chains, wallet, connected, dapp }, async (window, { name, turn }) => {
    // English first: what is waited for in a state is known by its English words.
    for (const language of everyLanguage) {
      if (language !== 'en') {
        await turnTo(window, language)
        await turn?.(window)
      }
      const about = { name, language, at: approvalSizes, isApproval: true }
      taken.push(...(await takePictures(window, about)))
    }
    await turnTo(window, 'en')
  })
  await writePart('approvals', taken)
})

test('screens', async ({ chains, wallet, fresh, connected }) => {
  const { ran, old } = await fillActivity({ wallet, connected, chains }, 30)
  await addRows(wallet.worker, {
    contacts: [
      { address: stranger, name: 'Maria' },
      { address: bob, name: 'Rent' },
    ],
  })
  /** Screens whose address says less than their name in the gallery. */
  const names: Record<string, string> = {
    '': 'home',
    send: 'form to send',
    [`site/${new URL(connected.url()).origin}`]: 'site',
    [ran]: 'batch',
    [old]: 'batch that failed',
    // Of the seeded batches, every third was stopped.
    seed8: 'batch that was stopped',
  }
  const screens = new Set([...screenAddresses, ...Object.keys(names)])

  const taken: Picture[] = []
  const page = await wallet.popup()
  const welcome = await fresh.popup()
  for (const language of everyLanguage) {
    const about = { language, at: screenSizes, isApproval: false }
    for (const screen of screens) {
      await page.goto(`${page.url().split('#')[0]}#${screen}`)
      await turnTo(page, language)
      if (screen === 'ledger' || screen === 'qr') await deviceAsked(page)
      if (screen === 'activity') await page.locator('main li a[href^="#"]').first().waitFor()
      taken.push(...(await takePictures(page, { ...about, name: names[screen] ?? screen })))
    }
    await turnTo(welcome, language)
    taken.push(...(await takePictures(welcome, { ...about, name: 'welcome' })))
    for (const [index, way] of ['create', 'import', 'key', 'ledger', 'qr', 'watch'].entries()) {
      await turnTo(welcome, language)
      await welcome.getByRole('button').nth(index).click()
      if (way === 'ledger' || way === 'qr') await deviceAsked(welcome)
      taken.push(...(await takePictures(welcome, { ...about, name: `welcome ${way}` })))
    }
  }
  await page.goto(`${page.url().split('#')[0]}#`)
  await turnTo(page, 'en')
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  for (const language of everyLanguage) {
    await turnTo(page, language)
    const about = { name: 'unlock', language, at: screenSizes, isApproval: false }
    taken.push(...(await takePictures(page, about)))
  }
  await writePart('screens', taken)
})
