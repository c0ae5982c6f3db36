import type { Page } from '@playwright/test'
import { approvalWindow, countWindows, reject } from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { expect, test } from '../support/test.ts'

type Background = { chrome: { action: { getBadgeText: (of: object) => Promise<string> } } }

const badge = ({ worker }: Wallet) =>
  worker.evaluate(() => (globalThis as unknown as Background).chrome.action.getBadgeText({}))

/** Asks as it loads, and again when the user clicks; its title says what it was answered. */
const code = `
  const note = ({ code }) => { document.title += ' ' + code }
  const ask = () => ethereum.request({ method: 'eth_requestAccounts' }).catch(note)
  addEventListener('click', ask)
  ask()
`

const body = `<!doctype html><html lang="en"><title>A site</title><h1>A site</h1><script>${code}</script>`

const openWithoutGesture = async ({ context }: Wallet, url: string): Promise<Page> => {
  const page = await context.newPage()
  await page.route('**/asking', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${url}asking`)
  return page
}

// Nothing is evaluated in the page before the click: the driver does that as if the user had clicked.
test('a page that nobody touched only shows on the icon; a click of the user opens the window', async ({
  wallet,
  dapp,
}) => {
  const windows = countWindows(wallet.context)
  const page = await openWithoutGesture(wallet, dapp.url)
  await expect.poll(() => badge(wallet)).toBe('1')
  expect(windows()).toBe(0)

  await page.getByRole('heading').click()
  await reject(await approvalWindow(wallet.context))
  expect(windows()).toBe(1)
  await expect(page).toHaveTitle('A site 4001 4001')
  await expect.poll(() => badge(wallet)).toBe('')
})
