import type { BrowserContext, Page } from '@playwright/test'
import { request } from '../e2e/support/site.ts'
import { approve, chooseNetwork, decided } from '../e2e/support/walletPages.ts'

const page = {
  contentType: 'text/html;charset=utf-8',
  body: '<!doctype html><html lang="en"><title>A site</title><h1>A site</h1></html>',
}

/** Opens a page at a host that nothing on the network serves. */
export const openSite = async (context: BrowserContext, host: string): Promise<Page> => {
  const address = `https://${host}/`
  await context.route(`${address}**`, (route) => route.fulfill(page))
  const site = await context.newPage()
  await site.goto(address)
  return site
}

/** Opens such a page, connected to Base. */
export const openOnBase = async (context: BrowserContext, host: string): Promise<Page> => {
  const site = await openSite(context, host)
  await decided(context, request(site, 'eth_requestAccounts'), async (window) => {
    await chooseNetwork(window, 'Base')
    await approve(window)
  })
  return site
}
