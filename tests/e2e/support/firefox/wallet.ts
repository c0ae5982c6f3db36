import type { Page as OtherPage } from '@playwright/test'
import type { ElementHandle, Page } from 'puppeteer-core'
import { answerPrompt, type Firefox, stopBackground, walletUrl } from './browser.ts'
import {
  click,
  clickText,
  fill,
  find,
  gone,
  isFixed,
  lacks,
  looksWell,
  sees,
  select,
  until,
} from './screen.ts'
import { development } from '../../../chain/development.ts'
import { knowsState, request, resultOf } from '../site.ts'
import type { ApprovalWindow, Part, Screen, WalletBrowser } from '../screen.ts'

type Tree = { contexts: { context: string; url: string }[] }

/** Returns WebDriver's ID of a tab. */
const contextOf = (page: Page) => (page.mainFrame() as unknown as { _id: string })._id

/** Returns the tabs and windows whose URL contains `part`. */
export const pagesAt = async ({ browser, send }: Firefox, part: string) => {
  const { contexts } = await send<Tree>('browsingContext.getTree', { maxDepth: 0 })
  const found = contexts.filter(({ url }) => url.includes(part)).map(({ context }) => context)
  return (await browser.pages()).filter((page) => found.includes(contextOf(page)))
}

/** Turns a tab to a file of the extension. */
const turnToOwn = async ({ send }: Firefox, page: Page, url: string) => {
  // Puppeteer's own `goto` waits for events that an extension's page does not send.
  await send('browsingContext.navigate', { context: contextOf(page), url, wait: 'none' })
  await until('a page of the wallet', () =>
    page.evaluate(
      () => location.protocol === 'moz-extension:' && document.readyState !== 'loading',
    ),
  )
}

/** Opens a screen of the wallet in a tab of a popup's size. */
export const openWallet = async (firefox: Firefox, hash = '') => {
  const page = await firefox.browser.newPage()
  await page.setViewport({ width: 360, height: 600 })
  await turnToOwn(firefox, page, `${walletUrl}#${hash}`)
  return page
}

/** Opens a page that can read the wallet's database and has no script: `manifest.json` would get Firefox's own viewer. */
export const openJournal = async (firefox: Firefox) => {
  const page = await firefox.browser.newPage()
  await turnToOwn(firefox, page, new URL('english.txt', walletUrl).href)
  return page
}

/** Navigates a wallet tab to another screen. */
export const turnTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

/** Opens a page of the site at a URL. */
export const openSite = async ({ browser }: Firefox, url: string) => {
  const page = await browser.newPage()
  await page.goto(url, { timeout: 120_000 })
  return page
}

/**
 * Types a Puppeteer page for support functions written for Playwright: both drivers run a function with one
 * argument alike, press keys, load a page again and close it alike.
 */
export const scripted = (page: Page) =>
  page as unknown as Pick<
    OtherPage,
    'close' | 'evaluate' | 'evaluateHandle' | 'mainFrame' | 'keyboard' | 'mouse' | 'reload' | 'url'
  >

/** Imports the phrase on the wallet's own page, as a new user does. */
export const onboard = async (page: Page) => {
  await click(page, 'button', 'Import a recovery phrase')
  await fill(page, 'Recovery phrase', development.phrase)
  await choosePassword(page, development.password)
  await click(page, 'button', 'Import')
  await find(page, 'button', 'Lock')
}

/** Types a new password twice. */
export const choosePassword = async (page: Page, password: string) => {
  await fill(page, 'Password', password)
  await fill(page, 'Repeat password', password)
}

/** Unlocks the wallet on one of its pages. */
export const unlock = async (page: Page, password = development.password) => {
  await fill(page, 'Password', password)
  await click(page, 'button', 'Unlock')
}

/** Locks the wallet. */
export const lock = async (firefox: Firefox) => {
  const home = await openWallet(firefox)
  await click(home, 'button', 'Lock')
  await find(home, 'button', 'Unlock')
  await home.close()
}

const approvals = (firefox: Firefox) => pagesAt(firefox, 'popup.html?approval')

/** Waits for the approval window, and returns it. */
export const approval = (
  firefox: Firefox,
  what: Parameters<typeof until>[0] = 'the approval window',
) => until(what, async () => (await approvals(firefox))[0])

/** Returns the number of open approval windows. */
export const countApprovals = async (firefox: Firefox) => (await approvals(firefox)).length

/** Clicks a button that may close its window; the reply to the click is then lost. */
const clickAndClose = async (window: Page, name: string) => {
  await click(window, 'button', name).catch((error: unknown) => {
    if (!/detached|closed|no such frame|discarded/i.test(String(error))) throw error
  })
}

/** Approves what takes two steps: `second` is the label of the button that names the risk. */
export const approveAnyway = async (window: Page, second: string) => {
  await click(window, 'button', 'Approve anyway')
  await clickAndClose(window, second)
}

/** The label of the button that approves, once it is enabled and passes. */
const enabledYes = (window: Page, isMeant: (label: string) => boolean) =>
  until('a button that approves, enabled', async () => {
    const labels = await window.$$eval(
      'button[name=approve]:not([disabled], [aria-disabled=true])',
      (all) => all.map(({ textContent }) => textContent),
    )
    return labels.find(isMeant)
  })

/** Clicks Approve when it is enabled, and again if a second step asks for it. */
export const approve = async (window: Page) => {
  const first = await enabledYes(window, () => true)
  if (first !== 'Approve anyway') return clickAndClose(window, first)
  await click(window, 'button', first)
  await clickAndClose(window, await enabledYes(window, (label) => label !== first))
}

/** Refuses the upgrade once the quote is there: until then, what comes moves the switch from under a click. */
export const refuseUpgrade = async (window: Page) => {
  await sees(window, /at block|nobody could check/i)
  await click(window, 'switch', 'Upgrade the account')
}

/** Clicks Reject. */
export const reject = (window: Page) => clickAndClose(window, 'Reject')

const windowGone = (firefox: Firefox) =>
  until('the end of the approval window', async () => (await countApprovals(firefox)) === 0)

/** Returns the site's answer after the user's decision, when the window has closed. */
export const decided = async <Result>(
  firefox: Firefox,
  answer: Promise<Result>,
  decide: (window: Page) => Promise<unknown> = approve,
): Promise<Result> => {
  const answered: Result[] = []
  answer.then(
    (value) => answered.push(value),
    () => undefined,
  )
  // A request that is answered without a window says by its answer why there is none.
  const what = () =>
    Promise.resolve(`the approval window (the site got ${JSON.stringify(answered)})`)
  const decision = approval(firefox, what).then(decide)
  // Both are awaited at once: a request that fails early gives a better error than a window that never opens.
  const [given] = await Promise.all([answer, decision])
  await windowGone(firefox)
  return given
}

type Own = {
  browser: {
    windows: { getCurrent: () => Promise<{ id: number }> }
    storage: { session: { get: (name: string) => Promise<{ approvalWindow?: number }> } }
  }
}

/**
 * Waits until an approval window stands: a background that is stopped while it opens one opens another in place of
 * it.
 */
export const stands = async (window: Page) => {
  await find(window, 'button', 'Reject')
  await until('the background to hold the window', () =>
    window.evaluate(async () => {
      const { windows, storage } = (globalThis as unknown as Own).browser
      const { approvalWindow } = await storage.session.get('approvalWindow')
      return (await windows.getCurrent()).id === approvalWindow
    }),
  )
}

/** Opens a page of the site and connects it with the first account. */
export const openConnected = async (firefox: Firefox, url: string, network = 'Local') => {
  const page = await openSite(firefox, url)
  const asked = request(scripted(page), 'eth_requestAccounts')
  const connected = decided(firefox, asked, async (window) => {
    await select(window, 'Network', network)
    await approve(window)
  })
  await resultOf(connected)
  await knowsState(scripted(page))
  return page
}

/** A part is looked for at each act: the page may have drawn it anew. */
const partOf = (place: () => Promise<Page | ElementHandle>): Part => ({
  click: async (role, name) => click(await place(), role, name),
  clickText: async (text) => clickText(await place(), text),
  find: async (role, name) => find(await place(), role, name),
  gone: async (role, name) => gone(await place(), role, name),
  sees: async (text) => sees(await place(), text),
  lacks: async (text) => lacks(await place(), text),
  isFixed: async (label) => isFixed(await place(), label),
})

/** A page that Puppeteer drives. */
export const screenOf = (firefox: Firefox, page: Page): Screen => ({
  ...partOf(() => Promise.resolve(page)),
  fill: (label, text) => fill(page, label, text),
  select: (label, option) => select(page, label, option),
  hover: async (role, name) => (await find(page, role, name)).hover(),
  focus: async (role, name) => (await find(page, role, name)).focus(),
  part: (role, name) => partOf(() => find(page, role, name)),
  turnTo: (hash) => turnTo(page, hash),
  front: () => page.bringToFront(),
  looksWell: (name) => looksWell(firefox, page, name),
  driven: scripted(page),
})

/** A page of Puppeteer's in which a request is decided. */
export const windowOf = (firefox: Firefox, page: Page): ApprovalWindow => ({
  ...screenOf(firefox, page),
  approve: (second) => (second === undefined ? approve(page) : approveAnyway(page, second)),
  reject: () => reject(page),
  refuseUpgrade: () => refuseUpgrade(page),
  unlock: (password) => unlock(page, password),
})

/** Firefox with the wallet, driven by Puppeteer. */
export const inFirefox = (firefox: Firefox): WalletBrowser => ({
  open: async (hash) => windowOf(firefox, await openWallet(firefox, hash)),
  visit: async (url) => scripted(await openSite(firefox, url)),
  connect: async (url, network) => scripted(await openConnected(firefox, url, network)),
  decided: (answer, decide) =>
    decided(firefox, answer, (window) => decide(windowOf(firefox, window))),
  pagesAt: async (part) => (await pagesAt(firefox, part)).map((page) => screenOf(firefox, page)),
  lock: () => lock(firefox),
  openJournal: async () => scripted(await openJournal(firefox)),
  stopBackground: () => stopBackground(firefox),
  permit: () => answerPrompt(firefox, true),
})
