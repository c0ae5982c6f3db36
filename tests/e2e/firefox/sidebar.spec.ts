import type { Page } from 'puppeteer-core'
import { alice } from '../../unit/accounts.ts'
import { expect, type Firefox, test } from '../support/firefox/browser.ts'
import { until } from '../support/firefox/screen.ts'
import {
  approval,
  countApprovals,
  onboard,
  openConnected,
  openWallet,
  reject,
  scripted,
} from '../support/firefox/wallet.ts'
import { request } from '../support/site.ts'

type Box = { x: number; y: number; isOff: boolean }

type Api = { browser: { extension: { getViews: (about: { type: 'sidebar' }) => Window[] } } }

/** Firefox's sidebar with the wallet in it: no tab, and so no page to WebDriver. */
type Sidebar = {
  text: () => Promise<string>
  says: (text: string) => Promise<unknown>
  /** Presses the mouse on a place in the sidebar and lets it go, as the browser's own window gets it. */
  clickAt: (place: Pick<Box, 'x' | 'y'>) => Promise<unknown>
  /** Clicks the button with this name, or Approve, once it is enabled. */
  click: (name?: string) => Promise<unknown>
  close: () => Promise<unknown>
}

/** True while a sidebar is open in the browser's window. */
const isSidebarOpen = ({ privileged }: Firefox) => privileged<boolean>('SidebarController.isOpen')

/** Runs in a page of the wallet, which shares a process with the sidebar: the text in it. */
const readText = () => {
  const [view] = (globalThis as unknown as Api).browser.extension.getViews({ type: 'sidebar' })
  return view?.document.body?.innerText ?? ''
}

/** Runs in a page of the wallet: the middle of the sidebar's button with this name, or of Approve. */
const findButton = (name: string | null) => {
  const [view] = (globalThis as unknown as Api).browser.extension.getViews({ type: 'sidebar' })
  const found = [...(view?.document.querySelectorAll('button') ?? [])].find((one) =>
    name === null ? one.name === 'approve' : one.textContent.trim() === name,
  )
  if (!found) return null
  const { x, y, width, height } = found.getBoundingClientRect()
  const isOff = found.disabled || found.getAttribute('aria-disabled') === 'true'
  return { x: x + width / 2, y: y + height / 2, isOff }
}

/** Opens the wallet in the sidebar, as Firefox's own menu does; `page` is a page of the wallet. */
const openSidebar = async (firefox: Firefox, page: Page): Promise<Sidebar> => {
  const { privileged } = firefox
  await privileged(`SidebarController.show('volley_volley_example-sidebar-action')`)
  const text = () => page.evaluate(readText)
  const says = (wanted: string) =>
    until(
      async () => `"${wanted}" in the sidebar, which says "${await text()}"`,
      async () => (await text()).includes(wanted),
    )
  const clickAt = ({ x, y }: Pick<Box, 'x' | 'y'>) =>
    privileged(`(() => {
      const url = 'chrome://remote/content/shared/webdriver/Event.sys.mjs'
      const { event } = ChromeUtils.importESModule(url)
      const panel = SidebarController.browser.contentDocument.getElementById('webext-panels-browser')
      const { left, top } = panel.getBoundingClientRect()
      const frame = SidebarController.browser.getBoundingClientRect()
      return event.synthesizeMouseAtPoint(
        frame.left + left + ${x}, frame.top + top + ${y}, { asyncEnabled: true }, window)
    })()`)
  const click = async (name?: string) =>
    clickAt(
      await until(`the button ${name ?? 'that approves'} in the sidebar, enabled`, async () => {
        const found = await page.evaluate(findButton, name ?? null)
        return found?.isOff === false && found
      }),
    )
  await until('the page in the sidebar', async () => (await text()) !== '')
  return { text, says, clickAt, click, close: () => privileged('SidebarController.hide()') }
}

const signature = { result: expect.stringMatching(/^0x/) as unknown }
const rejected = { error: { code: 4001, message: 'User rejected the request' } }

type Site = Parameters<typeof scripted>[0]

const sign = (site: Site, message: string) =>
  request(scripted(site), 'personal_sign', [message, alice])

/** A window may have been first, while the sidebar was loading. */
const noWindow = (firefox: Firefox) =>
  until('the end of the window', async () => (await countApprovals(firefox)) === 0)

test('the sidebar is shut at first; open, it decides what its tab asks, and shut again gives it back', async ({
  firefox,
  dapp,
}) => {
  const home = await openWallet(firefox)
  await onboard(home)
  const site = await openConnected(firefox, dapp.url)
  expect(await isSidebarOpen(firefox)).toBe(false)

  const sidebar = await openSidebar(firefox, home)
  await site.bringToFront()
  const first = sign(site, 'First')
  await sidebar.says('First')
  await noWindow(firefox)
  // The focus is on the site: nothing is armed before the user has turned to the sidebar.
  await sidebar.clickAt({ x: 4, y: 4 })
  await sidebar.click()
  expect(await first).toMatchObject(signature)

  const second = sign(site, 'Second')
  await sidebar.says('Second')
  await sidebar.click('Reject')
  expect(await second).toEqual(rejected)
  expect(await countApprovals(firefox)).toBe(0)

  // A request whose tab is not shown is not in the sidebar; it comes back with its tab.
  const third = sign(site, 'Third')
  await sidebar.says('Third')
  await home.bringToFront()
  await sidebar.says('1 request is waiting in its tab')
  expect(await sidebar.text()).not.toContain('Third')
  await site.bringToFront()
  await sidebar.says('Third')
  await sidebar.close()
  const window = await approval(firefox)
  await reject(window)
  expect(await third).toEqual(rejected)
})
