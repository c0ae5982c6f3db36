import type { Page as OtherPage } from '@playwright/test'
import type { Page } from 'puppeteer-core'
import { type Firefox, walletUrl } from './browser.ts'
import { until, click, fill, find } from './screen.ts'
import { development } from '../../../chain/development.ts'
import { request, resultOf, statusOf } from '../site.ts'

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

/** Imports the phrase on the wallet's own page, as a person does on the first day. */
export const onboard = async (page: Page) => {
  await click(page, 'button', 'Import a recovery phrase')
  await fill(page, 'Recovery phrase', development.phrase)
  await choosePassword(page, development.password)
  await click(page, 'button', 'Import')
  await find(page, 'button', 'Lock')
}

/** Types a new password, twice. */
export const choosePassword = async (page: Page, password: string) => {
  await fill(page, 'Password', password)
  await fill(page, 'Repeat password', password)
}

/** Opens the locked wallet on any of its pages. */
export const unlock = async (page: Page, password = development.password) => {
  await fill(page, 'Password', password)
  await click(page, 'button', 'Unlock')
}

/** Locks it. */
export const lock = async (firefox: Firefox) => {
  const home = await openWallet(firefox)
  await click(home, 'button', 'Lock')
  await find(home, 'button', 'Unlock')
  await home.close()
}

const approvals = (firefox: Firefox) => pagesAt(firefox, 'popup.html?approval')

/** The approval window, once it is there. */
export const approval = (firefox: Firefox) =>
  until('the approval window', async () => (await approvals(firefox))[0])

/** How many approval windows there are. */
export const countApprovals = async (firefox: Firefox) => (await approvals(firefox)).length

/** A click that closes its own window may lose the answer to it on the way. */
const clickAndClose = async (window: Page, name: string) => {
  await click(window, 'button', name).catch((error: unknown) => {
    if (!/detached|closed|no such frame|discarded/i.test(String(error))) throw error
  })
}

/** Says yes to what the window shows, once it lets itself be approved. */
export const approve = (window: Page) => clickAndClose(window, 'Approve')

/** Says no to it. */
export const reject = (window: Page) => clickAndClose(window, 'Reject')

/** What a site is answered when the user decides so, and the window has gone. */
export const decided = async <Result>(
  firefox: Firefox,
  answer: Promise<Result>,
  decide: (window: Page) => Promise<unknown> = approve,
): Promise<Result> => {
  const decision = approval(firefox).then(decide)
  // What fails before anything was asked says more than a window that never comes.
  const [given] = await Promise.all([answer, decision])
  await until('the end of the approval window', async () => (await countApprovals(firefox)) === 0)
  return given
}

/** A page of the site at that address, connected with the first account. */
export const openConnected = async (firefox: Firefox, url: string, network = 'Local') => {
  const page = await openSite(firefox, url)
  const asked = request(scripted(page), 'eth_requestAccounts')
  const connected = decided(firefox, asked, async (window) => {
    await click(window, 'radio', network)
    await approve(window)
  })
  await resultOf(connected)
  return page
}

/** The status of a batch once it is no longer 100. */
export const settled = (page: Page, id: string) =>
  until(`the end of the batch ${id}`, async () => {
    const status = await statusOf(scripted(page), id)
    return status.status === 100 ? undefined : status
  })
