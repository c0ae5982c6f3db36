import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { expect, test } from '../support/journey.ts'
import type { Screen } from '../support/screen.ts'
import { idOf, request, sendCalls } from '../support/site.ts'

/** Asked for after `changePassword`. */
const next = 'six other words nobody says'

/** Changes the password on its screen: after it the new one unlocks, and the old one does not. */
const changePassword = async (page: Screen) => {
  const change = async (old: string, chosen: string) => {
    await page.fill('Current password', old)
    await page.fill('New password', chosen)
    await page.fill('Repeat password', chosen)
    await page.click('button', 'Change password')
  }
  await change('not the password', next)
  await page.sees('Wrong password.')
  await change(development.password, 'password123')
  await page.sees('Many people use this password')
  await change(development.password, next)
  await page.find('button', 'Unlock')
  const unlock = async (password: string) => {
    await page.fill('Password', password)
    await page.click('button', 'Unlock')
  }
  await unlock(development.password)
  await page.sees('Wrong password.')
  await unlock(next)
  await page.find('button', 'Lock')
}

const ground = (page: Screen) =>
  page.driven.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

type Memory = { lockAt?: number }
type Api = {
  storage: { session: { get: () => Promise<Memory>; set: (items: Memory) => Promise<void> } }
}
type Own = { browser?: Api; chrome: Api }

/** Reads the auto-lock deadline from session memory, in ms from now. */
const timeLeft = (page: Screen) =>
  page.driven.evaluate(async () => {
    const { browser, chrome } = globalThis as unknown as Own
    const { lockAt } = await (browser ?? chrome).storage.session.get()
    return (lockAt ?? Infinity) - Date.now()
  })

/** Moves the auto-lock deadline in session memory into the past. No alarm rings by it. */
const passDeadline = (page: Screen) =>
  page.driven.evaluate(() => {
    const { browser, chrome } = globalThis as unknown as Own
    return (browser ?? chrome).storage.session.set({ lockAt: Date.now() - 1 })
  })

test('another password is asked for after it was changed, and the old one is none @chromium', async ({
  walletBrowser,
}) => changePassword(await walletBrowser.open('password')))

test('colours and languages are chosen @long', async ({ walletBrowser }) => {
  const page = await walletBrowser.open('settings')
  await page.find('combobox', 'Theme')
  const light = await ground(page)
  await page.select('Theme', 'Dark')
  await expect.poll(() => ground(page)).not.toBe(light)
  await page.select('Theme', 'Light')
  await expect.poll(() => ground(page)).toBe(light)
  await page.looksWell('settings')

  await page.select('Language', 'Español')
  await page.sees('Idioma')
  expect(await page.driven.evaluate(() => document.documentElement.lang)).toBe('es')
  await page.looksWell('settings-es')
  await page.select('Idioma', '简体中文')
  await page.sees('语言')
  await page.looksWell('settings-zh')
  await page.select('语言', 'English')
  await page.sees('Language')
})

test('past its deadline the wallet is locked, whether or not an alarm has rung @long', async ({
  walletBrowser,
  site,
}) => {
  expect((await request(site, 'eth_accounts')).result).toHaveLength(1)
  const page = await walletBrowser.open('settings')
  await page.front()
  await page.select('Auto-lock after', '5 minutes')
  // The choice is stored after the click, and its deadline would replace an earlier one.
  await expect.poll(() => timeLeft(page)).toBeLessThan(600_000)
  await passDeadline(page)
  const late = await walletBrowser.open('')
  await late.find('button', 'Unlock')
  await late.unlock(development.password)
  await late.find('button', 'Lock')
})

test('erasing names what is under way, asks twice, and leaves a new wallet, which reminds of its phrase @chromium', async ({
  walletBrowser,
  site,
  chains,
}) => {
  await rpc(chains.local.url, 'evm_setAutomine', [false])
  await idOf(walletBrowser.decided(sendCalls(site), (window) => window.approve()))
  const page = await walletBrowser.open('erase')
  const erase = async (password: string) => {
    await page.fill('Password', password)
    await page.click('button', 'Erase everything')
  }
  await page.front()
  await page.sees('1 batch is in progress')
  await erase(development.password)
  await page.sees('Check the box first')
  await page.click('checkbox', 'I have my phrase and keys, or do not need these accounts')
  await erase('not the password')
  await page.sees('Wrong password.')
  await erase(development.password)
  await page.find('button', 'Create a new wallet')
  expect(await request(site, 'eth_accounts')).toEqual({ result: [] })

  await page.click('button', 'Create a new wallet')
  await page.fill('Password', development.password)
  await page.fill('Repeat password', development.password)
  await page.click('button', 'Create')
  await page.click('button', 'Do this later')
  await page.sees('You have not backed up')
  await page.looksWell('phrase-reminder')
  await page.click('link', 'Write it down now')
  await page.fill('Password', development.password)
  await page.click('button', 'Continue')
  await page.find('button', 'I have written them down')
})
