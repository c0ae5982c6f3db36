import { expect, type Locator, type Page } from '@playwright/test'
import { looksWell } from './accessibility.ts'
import type { Wallet } from './chromium.ts'
import type { ApprovalWindow, Part, Role, Screen, WalletBrowser } from './screen.ts'
import { approve, decided, openConnected, reject, unlock, yes } from './walletPages.ts'

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

const windowOf = (page: Page): ApprovalWindow => ({
  ...screenOf(page),
  approve: async (second) => {
    if (second === undefined) return approve(page)
    await yes(page).click()
    await expect(yes(page)).toHaveText(second)
    return approve(page)
  },
  reject: () => reject(page),
  unlock: (password) => unlock(page, password),
})

/** Chromium with the wallet, driven by Playwright. */
export const inChromium = (wallet: Wallet): WalletBrowser => {
  const open = async (hash: string) => {
    const page = await wallet.popup(`popup.html#${hash}`)
    await page.setViewportSize({ width: 360, height: 600 })
    return screenOf(page)
  }
  return {
    open,
    connect: (url, network) => openConnected(wallet, url, network),
    decided: (answer, decide) =>
      decided(wallet.context, answer, (window) => decide(windowOf(window))),
    decideOwn: (decide) =>
      decided(wallet.context, Promise.resolve(), (window) => decide(windowOf(window))),
    lock: async () => {
      const home = await open('')
      await home.click('button', 'Lock')
      await home.find('button', 'Unlock')
    },
  }
}
