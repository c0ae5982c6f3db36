import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import puppeteer from 'puppeteer-core'
import { findChromium } from '../../../scripts/browsers.mjs'
import { test } from '../support/test.ts'

const ahead = `<script type="speculationrules">
  {"prerender":[{"source":"list","urls":["/second"],"eagerness":"immediate"}]}</script>`

/**
 * Sends a request on load, says itself that it is shown, and records events where another page of the site can read them.
 */
const asking = `<script>
  const note = (what) => localStorage.setItem('notes',
    JSON.stringify([...JSON.parse(localStorage.getItem('notes') ?? '[]'), what]))
  note(document.prerendering ? 'ahead' : 'shown')
  ethereum.on('connect', ({ chainId }) => note([chainId, document.prerendering]))
  ethereum.request({ method: 'eth_accounts' })
    .then((accounts) => note([accounts, document.prerendering]), ({ code }) => note(code))
  setTimeout(() => document.dispatchEvent(new Event('prerenderingchange')), 100)
  setTimeout(() => note('said'), 600)
</script>`

/** Serves a site whose first page makes the browser prerender the second. */
const serve = async () => {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const script = url === '/first' ? ahead : url === '/second' ? asking : ''
    response.end(
      `<!doctype html><html lang="en"><title>A site</title>${script}<h1>A site</h1></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop }
}

/** Chromium prerenders nothing under Playwright's way of attaching to pages; it does under Puppeteer's. */
const launch = async (extension: string) => {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('No Chromium was found.')
  return puppeteer.launch({
    executablePath,
    headless: true,
    timeout: 180_000,
    pipe: true,
    enableExtensions: [extension],
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

test('a page that is rendered ahead is answered, and told its state, once it is shown', async ({
  extension,
}) => {
  const site = await serve()
  const browser = await launch(extension)
  try {
    // A page behind the tab that a new wallet opens has nothing rendered ahead.
    const tab = await browser.waitForTarget(
      (target) => target.type() === 'page' && target.url().endsWith('/popup.html'),
    )
    await (await tab.page())?.close()
    const reader = await browser.newPage()
    await reader.goto(`${site.url}reader`)
    const notes = () =>
      reader.evaluate(() => JSON.parse(localStorage.getItem('notes') ?? '[]') as unknown[])
    const page = await browser.newPage()
    await page.goto(`${site.url}first`)
    await expect.poll(notes).toEqual(['ahead', 'said'])
    await page.evaluate(() => location.assign('/second'))
    // Which of the two comes first is not agreed on: the event and the answer take ways of their own.
    const told = async () => (await notes()).map((note) => JSON.stringify(note)).toSorted()
    await expect.poll(told).toEqual(['"ahead"', '"said"', '["0x7a69",false]', '[[],false]'])
  } finally {
    await browser.close()
    site.stop()
  }
})
