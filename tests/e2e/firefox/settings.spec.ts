import type { Page } from 'puppeteer-core'
import { development } from '../../chain/development.ts'
import { changePassword, next } from '../journeys/password.ts'
import {
  choosePassword,
  onboard,
  openWallet,
  screenOf,
  turnTo,
  unlock,
} from '../support/firefox/wallet.ts'
import { click, fill, find, looksWell, sees, select, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/browser.ts'

const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

type Memory = { lockAt?: number }
type Session = { get: () => Promise<Memory>; set: (items: Memory) => Promise<void> }
type Extension = { browser: { storage: { session: Session } } }

/** Reads the auto-lock deadline from session memory, in ms from now. */
const timeLeft = (page: Page) =>
  page.evaluate(async () => {
    const { browser } = window as unknown as Extension
    const { lockAt = Infinity } = await browser.storage.session.get()
    return lockAt - Date.now()
  })

/** Moves the auto-lock deadline in session memory into the past. */
const passDeadline = (page: Page) =>
  page.evaluate(() => {
    const { browser } = window as unknown as Extension
    return browser.storage.session.set({ lockAt: Date.now() - 1 })
  })

test('what the user can choose, and the end of it all @long', async ({ firefox }) => {
  const page = await openWallet(firefox)
  await onboard(page)
  await turnTo(page, 'settings')

  await test.step('colours', async () => {
    await looksWell(firefox, page, 'settings')
    const light = await ground(page)
    await select(page, 'Theme', 'Dark')
    await until('dark', async () => (await ground(page)) !== light)
    await select(page, 'Theme', 'Light')
    await until('light', async () => (await ground(page)) === light)
  })

  await test.step('languages', async () => {
    await select(page, 'Language', 'Español')
    await sees(page, 'Idioma')
    await looksWell(firefox, page, 'settings-es')
    await select(page, 'Idioma', '简体中文')
    await sees(page, '语言')
    await looksWell(firefox, page, 'settings-zh')
    await select(page, '语言', 'English')
    await sees(page, 'Language')
  })

  await test.step('past its deadline the wallet is locked', async () => {
    await select(page, 'Auto-lock after', '1 minute')
    // The choice is stored after the click, and its deadline would replace an earlier one.
    await until('a deadline in 1 minute', async () => (await timeLeft(page)) < 120_000)
    await passDeadline(page)
    const late = await openWallet(firefox)
    await find(late, 'button', 'Unlock')
    await unlock(late)
    await find(late, 'button', 'Lock')
    await late.close()
    // On a busy machine the rest takes longer than a minute.
    await page.bringToFront()
    await select(page, 'Auto-lock after', '15 minutes')
    await until('a later deadline', async () => (await timeLeft(page)) > 120_000)
  })

  await test.step('another password', async () => {
    await page.bringToFront()
    await turnTo(page, 'password')
    await changePassword(screenOf(firefox, page))
  })

  await test.step('all is erased, and a new wallet reminds of its phrase', async () => {
    await turnTo(page, 'erase')
    await click(page, 'checkbox', 'I have my phrase and keys, or do not need these accounts')
    await fill(page, 'Password', next)
    await click(page, 'button', 'Erase everything')
    await click(page, 'button', 'Create a new wallet')
    await choosePassword(page, development.password)
    await click(page, 'button', 'Create')
    await click(page, 'button', 'Do this later')
    await find(page, 'link', 'Write it down now')
    expect(await page.evaluate(() => document.body.innerText)).toContain('You have not backed up')
  })
})
