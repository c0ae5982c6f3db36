import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { unlock } from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Storage = {
  get: (name: string) => Promise<Record<string, unknown>>
  set: (items: object) => Promise<void>
}
type Background = {
  chrome: {
    storage: { session: Storage }
    alarms: { create: (name: string, when: object) => void }
  }
}

const sessionOf = ({ worker }: Wallet) =>
  worker.evaluate(async () => {
    const { session } = (globalThis as unknown as Background).chrome.storage
    return session.get(null as never)
  })

/** Moves the auto-lock deadline into the past and fires the alarm, as the browser would. */
const passDeadline = ({ worker }: Wallet) =>
  worker.evaluate(async () => {
    const { storage, alarms } = (globalThis as unknown as Background).chrome
    await storage.session.set({ lockAt: Date.now() - 1 })
    alarms.create('lock', { when: Date.now() })
  })

test('the wallet locks by itself, and forgets the key', async ({ wallet, connected }) => {
  const page = await wallet.popup('popup.html#settings')
  const choice = page.getByRole('combobox', { name: 'Auto-lock after' })
  await expect(choice).toHaveValue('15')
  const before = Date.now()
  // Long enough for a machine that stands still: it must not lock before it is told to.
  await choice.selectOption('5 minutes')
  await expect
    .poll(async () => Number((await sessionOf(wallet)).lockAt) - before)
    .toBeLessThan(600_000)
  await choice.selectOption('Closing the browser')
  await expect.poll(async () => (await sessionOf(wallet)).lockAt).toBeNull()
  await choice.selectOption('15 minutes')
  await expect.poll(async () => (await sessionOf(wallet)).lockAt).not.toBeNull()

  await passDeadline(wallet)
  await button(page, 'Unlock').waitFor()
  expect(await sessionOf(wallet)).not.toHaveProperty('dataKey')
  expect(await request(connected, 'eth_accounts')).toEqual({ result: [] })
  await unlock(page, development.password)
  await expect(choice).toHaveValue('15')
})

test('colours that were chosen hold from the first paint on, and on other pages @long', async ({
  wallet,
}) => {
  const page = await wallet.popup('popup.html#settings')
  const ground = (one: Page) =>
    one.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await ground(page)
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
  await expect.poll(() => ground(page)).not.toBe(light)
  const dark = await ground(page)

  // Without its module scripts, the page already has its colours.
  const early = await wallet.context.newPage()
  await early.emulateMedia({ colorScheme: 'light' })
  await early.route('**/chunks/*.js', (route) => route.abort())
  await early.goto(page.url())
  expect(await ground(early)).toBe(dark)
  await early.close()

  // The choice applies to other open pages.
  const other = await wallet.popup()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Light')
  await expect.poll(() => ground(other)).toBe(light)
})

test('developers see and save what sites asked for, without parameters @long', async ({
  wallet,
  connected,
}) => {
  const page = await wallet.popup('popup.html#settings')
  const toggle = page.getByRole('checkbox', { name: 'Log recent site requests' })
  // The box is checked once the choice is on disk.
  await toggle.click()
  await expect(toggle).toBeChecked()
  await request(connected, 'eth_chainId')
  await request(connected, 'eth_sign', ['0x1234', 'a secret parameter'])
  await page.getByRole('link', { name: 'Recent requests' }).click()
  await expect(page.getByRole('row', { name: /eth_chainId/ })).toContainText('answered')
  await expect(page.getByRole('row', { name: /eth_sign/ })).toContainText('4200')

  const saving = page.waitForEvent('download')
  await button(page, 'Save as JSON').click()
  const text = readFileSync(await (await saving).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject([
    { method: 'eth_sign', code: 4200 },
    { method: 'eth_chainId' },
  ])
  expect(text).not.toMatch(/secret|0x1234/)
})

test('who has forgotten the password can erase and begin anew @long', async ({ wallet }) => {
  const page = await wallet.popup()
  await button(page, 'Lock').click()
  await button(page, 'Forgot your password?').click()
  await expect(page.getByText('Nobody can reset your password')).toBeVisible()
  await page.getByRole('checkbox').check()
  await button(page, 'Erase everything').click()
  await button(page, 'Yes, erase everything now').waitFor()
  await looksWell(page, 'forgotten')
  await button(page, 'Yes, erase everything now').click()
  await button(page, 'Create a new wallet').waitFor()
})
