import { expect, type Locator, type Page } from '@playwright/test'
import { looksWell } from './accessibility.ts'
import { stopWorker, type Wallet } from './chromium.ts'
import { openJournal } from './journal.ts'
import {
  approve,
  decided,
  openConnected,
  refuseUpgrade,
  reject,
  unlock,
  yes,
} from './walletPages.ts'

export type Role = Parameters<Page['getByRole']>[0]

/**
 * A part of a page as a journey uses it, whichever driver is behind it: Playwright drives Chromium, Puppeteer
 * Firefox. Each act waits for what it needs; names are whole, texts may be parts.
 */
export type Part = {
  click: (role: Role, name: string) => Promise<unknown>
  /** Clicks the first element with this text, for elements whose name is longer. */
  clickText: (text: string) => Promise<unknown>
  /** Waits for the element of a role and name. */
  find: (role: Role, name: string) => Promise<unknown>
  /** Waits until no such element is there. */
  gone: (role: Role, name: string) => Promise<unknown>
  /** Waits until a text is visible. */
  sees: (text: string | RegExp) => Promise<unknown>
  /** Waits until a text is not visible. */
  lacks: (text: string) => Promise<unknown>
  /** Waits until the checkbox whose label has this text cannot be changed. */
  isFixed: (label: string) => Promise<unknown>
}

export type Screen = Part & {
  fill: (label: string, text: string) => Promise<unknown>
  select: (label: string, option: string) => Promise<unknown>
  hover: (role: Role, name: string) => Promise<unknown>
  focus: (role: Role, name: string) => Promise<unknown>
  /** The element of a role and name, looked for at each act. */
  part: (role: Role, name: string) => Part
  /** The screen at a hash of the wallet's page. */
  turnTo: (hash: string) => Promise<unknown>
  /** Brings its tab to the front: only there does Firefox take clicks. */
  front: () => Promise<unknown>
  /** Expects no violation that axe knows; takes a picture if a folder for them is set. */
  looksWell: (name: string) => Promise<unknown>
  /** Members that both drivers have alike. */
  driven: Pick<Page, 'close' | 'evaluate' | 'keyboard' | 'mouse'>
}

/** A page in which the user decides a request: the approval window, or the wallet's own page for its own request. */
export type ApprovalWindow = Screen & {
  /** Approves; `second` is what the button says at a second step, where one is asked for. */
  approve: (second?: string) => Promise<unknown>
  reject: () => Promise<unknown>
  /** Turns the upgrade off, once the window has its quote. */
  refuseUpgrade: () => Promise<unknown>
  unlock: (password: string) => Promise<unknown>
}

/** A page of a site. */
export type Site = Pick<Page, 'evaluate' | 'reload'>

/** A browser with the wallet in it. */
export type WalletBrowser = {
  /** Opens a screen of the wallet in a tab of a popup's size. */
  open: (hash: string) => Promise<ApprovalWindow>
  /** Opens a page of a site. */
  visit: (url: string) => Promise<Site>
  /** Opens a page of a site and connects it with the first account, on a network. */
  connect: (url: string, network: string) => Promise<Site>
  /** The site's answer after what the user does in the approval window, when that has closed. */
  decided: <Result>(
    answer: Promise<Result>,
    decide: (window: ApprovalWindow) => Promise<unknown>,
  ) => Promise<Result>
  /** The open pages whose URL contains `part`. */
  pagesAt: (part: string) => Promise<Screen[]>
  lock: () => Promise<unknown>
  /** Opens a page of the extension that can read what it stores, and has no script. */
  openJournal: () => Promise<Pick<Page, 'evaluate'>>
  /** Stops the background, as the browser does when it is idle. */
  stopBackground: () => Promise<unknown>
  /** Answers yes to the browser's question for a permission, where it asks one. */
  permit: () => Promise<unknown>
}

const partOf = (place: Locator): Part => {
  const one = (role: Role, name: string) => place.getByRole(role, { name, exact: true })
  return {
    click: (role, name) => one(role, name).click(),
    clickText: (text) => place.getByText(text).first().click(),
    find: (role, name) => one(role, name).waitFor(),
    gone: (role, name) => expect(one(role, name)).toHaveCount(0),
    sees: (text) => expect(place).toContainText(text, { useInnerText: true }),
    lacks: (text) => expect(place).not.toContainText(text, { useInnerText: true }),
    isFixed: (label) => expect(place.getByRole('checkbox', { name: label })).toBeDisabled(),
  }
}

/** A page that Playwright drives. */
export const screenOf = (page: Page): Screen => {
  const body = page.locator('body')
  const one = (role: Role, name: string) => body.getByRole(role, { name, exact: true })
  return {
    ...partOf(body),
    fill: (label, text) => one('textbox', label).fill(text),
    select: (label, option) => one('combobox', label).selectOption(option),
    hover: (role, name) => one(role, name).hover(),
    focus: (role, name) => one(role, name).focus(),
    part: (role, name) => partOf(one(role, name)),
    turnTo: (hash) =>
      page.evaluate((to) => {
        location.hash = to
      }, hash),
    front: () => page.bringToFront(),
    looksWell: (name) => looksWell(page, name),
    driven: page,
  }
}

/** A page of Playwright's in which a request is decided. */
export const windowOf = (page: Page): ApprovalWindow => ({
  ...screenOf(page),
  approve: async (second) => {
    if (second === undefined) return approve(page)
    await yes(page).click()
    await expect(yes(page)).toHaveText(second)
    return approve(page)
  },
  reject: () => reject(page),
  refuseUpgrade: () => refuseUpgrade(page),
  unlock: (password) => unlock(page, password),
})

/** Chromium with the wallet, driven by Playwright. */
export const inChromium = (wallet: Wallet): WalletBrowser => {
  const open = async (hash: string) => {
    const page = await wallet.popup(`popup.html#${hash}`)
    await page.setViewportSize({ width: 360, height: 600 })
    return windowOf(page)
  }
  return {
    open,
    visit: async (url) => {
      const page = await wallet.context.newPage()
      await page.goto(url)
      return page
    },
    connect: (url, network) => openConnected(wallet, url, network),
    decided: (answer, decide) =>
      decided(wallet.context, answer, (window) => decide(windowOf(window))),
    pagesAt: (part) =>
      Promise.resolve(
        wallet.context
          .pages()
          .filter((page) => page.url().includes(part))
          .map(screenOf),
      ),
    lock: async () => {
      const home = await open('')
      await home.click('button', 'Lock')
      await home.find('button', 'Unlock')
    },
    openJournal: () => openJournal(wallet),
    stopBackground: () => stopWorker(wallet.context, wallet.id),
    // Nobody can answer for the user of Chromium: a test that needs a permission puts it into its copy's manifest.
    permit: () => Promise.resolve(),
  }
}
