import { setTimeout as delay } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import type { Browser, Page } from 'puppeteer-core'
import { findFirefox } from '../../scripts/browsers.mjs'

const extensionId = 'volley@volley.example'
// Firefox draws one per profile; ours is given, so that the wallet's own pages have a known address.
const uuid = '11111111-2222-4333-8444-555555555555'
const approvalPath = 'popup.html?approval'
const batchPath = 'popup.html#'

/** Firefox with the built extension, which is not signed and so is installed for this run only. */
export const launchFirefox = async (extension: string): Promise<Browser> => {
  const executablePath = await findFirefox()
  if (!executablePath)
    throw new Error('No Firefox was found: install it or set VOLLEY_FIREFOX to its path.')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Without it no page of an extension can be opened from outside.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [extensionId]: uuid }),
    },
  })
  await browser.installExtension(extension)
  return browser
}

/** Tries until there is something; Firefox tells nobody when an extension's page has loaded. */
const until = async <Value>(what: string, look: () => Promise<Value | undefined>) => {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const found = await look().catch(() => undefined)
    if (found) return found
    await delay(100)
  }
  throw new Error(`${what} did not appear within 20 s`)
}

/** A page of the wallet's own in a tab. */
export const openPopup = async (browser: Browser) => {
  const page = await browser.newPage()
  // It waits for events that never come, so the time-out is expected; what counts is what is shown.
  const options = { waitUntil: [], timeout: 2_000 }
  await page.goto(`moz-extension://${uuid}/popup.html`, options).catch(() => undefined)
  return page
}

const addressOf = (page: Page) =>
  Promise.race([page.evaluate(() => location.href).catch(() => ''), delay(500).then(() => '')])

/** Found by their own word: the browser does not report their addresses. */
const pagesAt = async (browser: Browser, path: string) => {
  const pages = await browser.pages()
  const addresses = await Promise.all(pages.map(addressOf))
  return pages.filter((_, index) => addresses[index]?.includes(path))
}

/** The approval window. */
export const firefoxApproval = (browser: Browser) =>
  until('the approval window', async () => (await pagesAt(browser, approvalPath))[0])

/** The window on a batch that a site has opened. */
export const firefoxBatch = (browser: Browser) =>
  until('the window on the batch', async () => (await pagesAt(browser, batchPath))[0])

/** How many of those there are. */
export const countBatches = async (browser: Browser) => (await pagesAt(browser, batchPath)).length

/** Waits until the window is gone, so that the next one is not mistaken for it. */
export const approvalGone = (browser: Browser) =>
  until(
    'the end of the approval window',
    async () => (await pagesAt(browser, approvalPath)).length === 0 || undefined,
  )

/** Clicks what has that role and name once it is there and enabled. */
export const click = async (page: Page, role: string, name: string) => {
  const element = await until(`the ${role} "${name}"`, async () => {
    const found = await page.$(`::-p-aria([name="${name}"][role="${role}"])`)
    const isDisabled = await found?.evaluate((node) =>
      node.matches('[disabled], [aria-disabled=true]'),
    )
    return found && !isDisabled ? found : undefined
  })
  await element.click()
}

/** Types into the field with that label. */
export const fill = async (page: Page, name: string, text: string) => {
  const element = await until(`the field "${name}"`, async () => {
    return (await page.$(`::-p-aria([name="${name}"])`)) ?? undefined
  })
  await element.type(text)
}
