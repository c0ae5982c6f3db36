import type { Page as OtherPage } from '@playwright/test'
import type { Page } from 'puppeteer-core'
import { walletUrl } from './browser.ts'
import type { Firefox } from './browser.ts'
import { until } from './until.ts'

type Tree = { contexts: { context: string; url: string }[] }

/** Under which WebDriver knows a tab. */
const contextOf = (page: Page) => (page.mainFrame() as unknown as { _id: string })._id

/** The tabs and windows whose address has that in it. */
export const pagesAt = async ({ browser, send }: Firefox, part: string) => {
  const { contexts } = await send<Tree>('browsingContext.getTree', { maxDepth: 0 })
  const found = contexts.filter(({ url }) => url.includes(part)).map(({ context }) => context)
  return (await browser.pages()).filter((page) => found.includes(contextOf(page)))
}

/** One of the wallet's own screens in a tab of a popup's size. */
export const openWallet = async ({ browser, send }: Firefox, hash = '') => {
  const page = await browser.newPage()
  await page.setViewport({ width: 360, height: 600 })
  const url = `${walletUrl}#${hash}`
  // Puppeteer would wait for events that do not come for an extension's page.
  await send('browsingContext.navigate', { context: contextOf(page), url, wait: 'none' })
  await until('a page of the wallet', () =>
    page.evaluate(
      () => location.protocol === 'moz-extension:' && document.readyState !== 'loading',
    ),
  )
  return page
}

/** Turns that tab to another screen. */
export const turnTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

/** A page of the site at that address. */
export const openSite = async ({ browser }: Firefox, url: string) => {
  const page = await browser.newPage()
  await page.goto(url)
  return page
}

/** As the helpers of the tests in Chromium take it: both drivers run a function with one argument alike. */
export const scripted = (page: Page) =>
  page as unknown as Pick<OtherPage, 'evaluate' | 'evaluateHandle' | 'mainFrame'>
