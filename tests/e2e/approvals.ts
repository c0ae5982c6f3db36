import type { BrowserContext, Page } from '@playwright/test'
import type { Wallet } from './browser.ts'
import { request } from './dapp.ts'
import type { Answer } from './dapp.ts'
import { approvalWindow, approve, chooseNetwork } from './wallet.ts'

/** Counts the approval windows that open from now on. */
export const countWindows = (context: BrowserContext) => {
  const opened: Page[] = []
  context.on('page', (page) => opened.push(page))
  return () => opened.filter((page) => page.url().includes('popup.html?approval')).length
}

/** Resolves once the window has gone, as it does when nothing waits in it. */
export const closed = async (window: Page) => {
  if (!window.isClosed()) await window.waitForEvent('close')
}

/** What a site is answered when the user decides so; approves unless told otherwise. */
export const decided = async (
  context: BrowserContext,
  answer: Promise<Answer>,
  decide: (window: Page) => Promise<unknown> = approve,
) => {
  const window = await approvalWindow(context)
  await decide(window)
  const [given] = await Promise.all([answer, closed(window)])
  return given
}

/** A page of the site at that address, connected with the first account. */
export const openConnected = async ({ context }: Wallet, url: string, network: string) => {
  const page = await context.newPage()
  await page.goto(url)
  await decided(context, request(page, 'eth_requestAccounts'), async (window) => {
    await chooseNetwork(window, network)
    await approve(window)
  })
  return page
}
