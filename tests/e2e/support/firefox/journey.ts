import type { ElementHandle, Page } from 'puppeteer-core'
import type { ApprovalWindow, Part, Screen, WalletBrowser } from '../screen.ts'
import { looksWell } from './axe.ts'
import type { Firefox } from './browser.ts'
import { click, clickText, fill, find, gone, isFixed, lacks, sees, select } from './screen.ts'
import {
  approve,
  approveAnyway,
  decided,
  decideOwn,
  lock,
  openConnected,
  openWallet,
  reject,
  scripted,
  turnTo,
  unlock,
} from './wallet.ts'

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

const windowOf = (firefox: Firefox, page: Page): ApprovalWindow => ({
  ...screenOf(firefox, page),
  approve: (second) => (second === undefined ? approve(page) : approveAnyway(page, second)),
  reject: () => reject(page),
  unlock: (password) => unlock(page, password),
})

/** Firefox with the wallet, driven by Puppeteer. */
export const inFirefox = (firefox: Firefox): WalletBrowser => ({
  open: async (hash) => screenOf(firefox, await openWallet(firefox, hash)),
  connect: async (url, network) => scripted(await openConnected(firefox, url, network)),
  decided: (answer, decide) =>
    decided(firefox, answer, (window) => decide(windowOf(firefox, window))),
  decideOwn: (decide) => decideOwn(firefox, (window) => decide(windowOf(firefox, window))),
  lock: () => lock(firefox),
})
