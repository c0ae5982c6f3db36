import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { development } from '../chain/development.ts'
import { killBrowser, launchWallet, stopWorker } from '../e2e/support/chromium.ts'
import { approvalWindow, approve, closed, onboard, reject } from '../e2e/support/walletPages.ts'
import type { Hands, Screen } from './hands.ts'

const screenOf = (page: Page): Screen & { page: Page } => ({
  page,
  press: (name) => page.getByRole('button', { name, exact: true }).click(),
  fill: (label, text) => page.getByRole('textbox', { name: label, exact: true }).fill(text),
  sees: (text) => page.getByText(text).first().waitFor(),
  stands: () => page.getByRole('heading', { level: 1 }).first().waitFor(),
  close: () => page.close(),
})

/** Starts Chromium with the extension, everything through the proxy. */
export const chromiumHands = async (extension: string, proxy: number): Promise<Hands> => {
  const wallet = await launchWallet({ extension, headless: true, proxy })
  const { context, id, profile, popup } = wallet
  // A text that never comes ends its step with a name, and not the whole walk.
  context.setDefaultTimeout(120_000)
  const ended = async (decide: (page: Page) => Promise<unknown>) => {
    const window = await approvalWindow(context)
    await decide(window)
    await closed(window)
  }
  return {
    open: async (hash) => screenOf(await popup(`popup.html#${hash}`)),
    onboard: (screen) =>
      onboard((screen as Screen & { page: Page }).page, development.phrase, development.password),
    site: async (url) => {
      const page = await context.newPage()
      await page.goto(url)
      return page
    },
    approval: async () => screenOf(await approvalWindow(context)),
    approve: () => ended(approve),
    reject: () => ended(reject),
    stop: () => stopWorker(context, id),
    end: async () => {
      await context.close()
      await killBrowser(profile)
      await rm(profile, { recursive: true, force: true })
    },
  }
}
