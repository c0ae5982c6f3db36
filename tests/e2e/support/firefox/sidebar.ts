import type { Page } from 'puppeteer-core'
import type { Firefox } from './browser.ts'
import { until } from './screen.ts'

type Box = { x: number; y: number; isOff: boolean }

type Api = { browser: { extension: { getViews: (about: { type: 'sidebar' }) => Window[] } } }

/** Firefox's sidebar with the wallet in it: no tab, and so no page to WebDriver. */
export type Sidebar = {
  text: () => Promise<string>
  says: (text: string) => Promise<unknown>
  /** Presses the mouse on a place in the sidebar and lets it go, as the browser's own window gets it. */
  clickAt: (place: Pick<Box, 'x' | 'y'>) => Promise<unknown>
  /** Clicks the button with this name, or Approve, once it is enabled. */
  click: (name?: string) => Promise<unknown>
  close: () => Promise<unknown>
}

/** True while a sidebar is open in the browser's window. */
export const isSidebarOpen = ({ privileged }: Firefox) =>
  privileged<boolean>('SidebarController.isOpen')

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
export const openSidebar = async (firefox: Firefox, page: Page): Promise<Sidebar> => {
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
