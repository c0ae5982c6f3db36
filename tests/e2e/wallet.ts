import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** A click that closes its own window may lose the answer to it on the way. */
const clickAndClose = async (page: Page, name: string) => {
  try {
    await button(page, name).click()
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

/** Imports the phrase on the wallet's own page, as a person does on the first day. */
export const onboard = async (page: Page, phrase: string, password: string) => {
  await field(page, 'Recovery phrase').fill(phrase)
  await field(page, 'Password').fill(password)
  await field(page, 'Repeat password').fill(password)
  await button(page, 'Import').click()
  await button(page, 'Lock').waitFor()
}

/** The approval window, whether it is open already or about to be. */
export const approvalWindow = async (context: BrowserContext, timeout = 15_000) => {
  const deadline = Date.now() + timeout
  while (Date.now() < deadline) {
    const window = context.pages().find((page) => page.url().includes('popup.html?approval'))
    if (window) return window
    await delay(20)
  }
  throw new Error(`No approval window opened within ${timeout / 1000} s.`)
}

/** Waits until the wallet lets this be approved, then approves it. */
export const approve = (page: Page) => clickAndClose(page, 'Approve')

/** Says no to what the window shows. */
export const reject = (page: Page) => clickAndClose(page, 'Reject')

/** Keeps the account as it is; the batch goes on without the executor if it may. */
export const refuseUpgrade = (page: Page) => button(page, 'Refuse upgrade').click()

/** Opens the locked wallet on any of its pages. */
export const unlock = async (page: Page, password: string) => {
  await field(page, 'Password').fill(password)
  await button(page, 'Unlock').click()
}

/** Picks the site's network while it connects. */
export const chooseNetwork = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check()
