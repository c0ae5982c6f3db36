import { setTimeout as delay } from 'node:timers/promises'
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { Wallet } from './chromium.ts'
import { idOf, knowsState, request, sendCalls } from './site.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice } from '../../unit/accounts.ts'
import { nonceOf, waiting } from './chainState.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Does what may close the window; the answer to it is then lost. */
export const mayClose = async (page: Page, act: () => Promise<unknown>) => {
  try {
    await act()
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

/** Clicks a button that may close its page. */
export const clickAndClose = (page: Page, name: string) =>
  mayClose(page, () => button(page, name).click())

/** Imports the phrase on the wallet's own page, as a new user does. */
export const onboard = async (page: Page, phrase: string, password: string) => {
  await button(page, 'Import a recovery phrase').click()
  await field(page, 'Recovery phrase').fill(phrase)
  await field(page, 'Password').fill(password)
  await field(page, 'Repeat password').fill(password)
  await button(page, 'Import').click()
  await button(page, 'Lock').waitFor()
}

/** Returns the approval window, or waits for it. */
export const approvalWindow = async (context: BrowserContext) => {
  const timeout = 60_000
  const deadline = Date.now() + timeout
  while (Date.now() < deadline) {
    const window = context.pages().find((page) => page.url().includes('popup.html?approval'))
    if (window) return window
    await delay(20)
  }
  throw new Error(`No approval window opened within ${timeout / 1000} s.`)
}

type Own = {
  chrome: {
    windows: { getCurrent: () => Promise<{ id: number }> }
    storage: { session: { get: (name: string) => Promise<{ approvalWindow?: number }> } }
  }
}

/** Tells if the background holds a window for the approval window. */
export const isHeld = (window: Page) =>
  window
    .evaluate(async () => {
      const { windows, storage } = (globalThis as unknown as Own).chrome
      const { approvalWindow } = await storage.session.get('approvalWindow')
      return (await windows.getCurrent()).id === approvalWindow
    })
    .catch(() => false)

/**
 * Waits until the approval window stands: a background that is stopped while it opens one opens another in place of
 * it.
 */
export const windowStands = async (context: BrowserContext) => {
  const window = await approvalWindow(context)
  await button(window, 'Reject').waitFor()
  await expect.poll(() => isHeld(window)).toBe(true)
  return window
}

/** The button that approves, whatever its verb. */
export const yes = (page: Page) => page.locator('button[name=approve]')

/** Clicks Approve when it is enabled, and again if a second step asks for it. */
export const approve = async (page: Page) => {
  const button = yes(page)
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  if ((await button.textContent()) === 'Approve anyway') {
    await button.click()
    await expect(button).not.toHaveText('Approve anyway')
  }
  await mayClose(page, () => button.click())
}

/** Has the nodes of a proposed network asked; none is before. */
export const askNode = (window: Page) =>
  window.getByRole('button', { name: /^Ask (this node|these \d+ nodes)$/ }).click()

/** Waits until what has the focus has had it for as long as a key on Approve demands. */
export const focusStands = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 510)))

/** Closes a window that says that the request is not possible. */
export const close = (page: Page) => clickAndClose(page, 'Close')

/** Clicks Reject. */
export const reject = (page: Page) => clickAndClose(page, 'Reject')

/** Refuses the upgrade; the batch goes on without the executor if it may, else its request ends. */
export const refuseUpgrade = (page: Page) =>
  mayClose(page, () =>
    page
      .getByRole('switch', { name: 'Upgrade the account' })
      .or(button(page, 'Refuse upgrade'))
      .click(),
  )

/** Refuses the upgrade and approves the batch as one transaction after another. */
export const approveInOrder = async (page: Page) => {
  await refuseUpgrade(page)
  await approve(page)
}

/** Opens what the page of a batch keeps closed: its calls, transactions and record. */
export const openDetails = (page: Page) => button(page, 'Technical details').click()

/** Unlocks the wallet on one of its pages; a window in which nothing waits for more closes with it. */
export const unlock = async (page: Page, password: string) => {
  await field(page, 'Password').fill(password)
  await clickAndClose(page, 'Unlock')
}

/**
 * Opens the wallet until it asks for its password, and restarts it where its page offers that, as its user does:
 * Chromium may start the background of a reloaded extension without the extension API, about once in a hundred times
 * on a busy machine.
 */
export const openReloaded = async ({ context, id }: Pick<Wallet, 'context' | 'id'>) => {
  for (;;) {
    const page = await context.newPage()
    await page.goto(`chrome-extension://${id}/popup.html`)
    const password = field(page, 'Password')
    const restart = button(page, 'Restart Volley')
    await expect(password.or(restart)).toBeVisible()
    if (await password.isVisible()) return page
    const isBack = context.waitForEvent('serviceworker')
    await clickAndClose(page, 'Restart Volley')
    await isBack
  }
}

/** Disconnects a site, on a page of the wallet that shows the main screens. */
export const disconnect = async (page: Page, url: string) => {
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await page.getByRole('link', { name: new URL(url).host }).click()
  await button(page, 'Disconnect').click()
}

/** Chooses the site's network in the connect window. */
export const chooseNetwork = (page: Page, name: string) =>
  page.getByRole('combobox', { name: 'Network', exact: true }).selectOption({ label: name })

/** Counts the approval windows that open from now on. */
export const countWindows = (context: BrowserContext) => {
  const opened: Page[] = []
  context.on('page', (page) => opened.push(page))
  return () => opened.filter((page) => page.url().includes('popup.html?approval')).length
}

/** Resolves when the window has closed, as it does when no request is pending in it. */
export const closed = async (window: Page) => {
  if (!window.isClosed()) await window.waitForEvent('close')
}

/** Returns the site's answer after the user's decision; approves by default. */
export const decided = async <Result>(
  context: BrowserContext,
  answer: Promise<Result>,
  decide: (window: Page) => Promise<unknown> = approve,
) => {
  const window = await approvalWindow(context)
  await decide(window)
  const [given] = await Promise.all([answer, closed(window)])
  return given
}

/** Opens a page of the site and connects it with the first account. */
export const openConnected = async (
  { context }: Pick<Wallet, 'context'>,
  url: string,
  network: string,
) => {
  const page = await context.newPage()
  await page.goto(url)
  await decided(context, request(page, 'eth_requestAccounts'), async (window) => {
    await chooseNetwork(window, network)
    await approve(window)
  })
  await knowsState(page)
  return page
}

/** Advances the window's clock by `ms`. */
export const skipAhead = (window: Page, ms: number) =>
  window.evaluate((by) => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + by
  }, ms)

type Clocked = { clock: number }

/** Runs in a page: stops the clock by which Approve is armed and quotes grow old. */
export const stopClock = () => {
  const scope = globalThis as unknown as Clocked
  scope.clock = performance.now()
  performance.now = () => scope.clock
}

/** Turns the stopped clock of a window on by `ms`. */
export const turnClock = (window: Page, ms: number) =>
  window.evaluate((by) => {
    ;(globalThis as unknown as Clocked).clock += by
  }, ms)

/** Lets the stopped clock of a window run until a button is armed: what must be seen first comes when it comes. */
export const clockArms = (button: Locator) =>
  expect
    .poll(async () => {
      await turnClock(button.page(), 100)
      return button.getAttribute('aria-disabled')
    })
    .not.toBe('true')

/** Runs in a page: what it would take off the screen by itself after some seconds stays there. */
export const stopTimers = () => {
  const real = globalThis.setTimeout
  const short = (run: () => void, ms = 0) => (ms < 4_000 ? real(run, ms) : 0)
  globalThis.setTimeout = short as unknown as typeof real
}

/** Locates a section of a network's screen. */
export const networkPart = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true })

/** Opens the list of networks. */
export const openNetworks = async (page: Page) => {
  await page.goto(page.url().replace(/#.*$/, '') + '#networks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
}

/** Opens the screen of a network. */
export const openNetwork = async (page: Page, name: string) => {
  await openNetworks(page)
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

/** Sends and approves a batch on a chain that mines only on demand, and waits until it is at the node. */
export const sendUnmined = async (
  { url }: { url: string },
  { context }: Wallet,
  page: Page,
  over: object = {},
  decide: typeof approve = approve,
) => {
  const nonce = await nonceOf(url, alice)
  await rpc(url, 'evm_setAutomine', [false])
  const id = await idOf(decided(context, sendCalls(page, over), decide))
  await expect.poll(() => waiting(url)).toBe(1)
  return { url, nonce, id }
}
