import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parseEther, toHex } from 'viem'
import { alice, stranger } from '../../unit/accounts.ts'
import { request, idOf, sendCalls, settled } from '../support/site.ts'
import { expect, test as base } from '../support/test.ts'
import { decided, focusStands, yes } from '../support/walletPages.ts'

/** Times, in ms of the window's clock, at which Approve appeared and was enabled. */
type Seen = { shown?: number; armed?: number }

/** Notes when Approve appears, clicks it at once, and notes when it is enabled. */
const note = () => {
  const seen: Seen = {}
  ;(window as { seen?: Seen }).seen = seen
  const look = () => {
    const buttons = [...document.querySelectorAll('button')]
    const button = buttons.find(({ name }) => name === 'approve')
    if (!button) return
    const isArmed = button.getAttribute('aria-disabled') !== 'true'
    if (isArmed) seen.armed ??= performance.now()
    if (seen.shown !== undefined) return
    seen.shown = performance.now()
    button.click()
  }
  const all = { childList: true, subtree: true, attributes: true }
  new MutationObserver(look).observe(document, all)
}

/**
 * Test with a copy of the extension whose pages note that themselves, before their own code: on a busy machine the
 * driver's script came after Approve was enabled.
 */
const test = base.extend<object, { extension: string }>({
  extension: [
    async ({ extension }, use) => {
      const page = join(extension, 'popup.html')
      const html = await readFile(page, 'utf8')
      await writeFile(join(extension, 'note.js'), `(${note.toString()})()`)
      await writeFile(page, html.replace('<script', '<script src="/note.js"></script><script'))
      await use(extension)
    },
    { scope: 'worker' },
  ],
})

test('everything can be done by keyboard, and nothing within the first half second', async ({
  wallet,
  dapp,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(dapp.url)
  const byKeyboard = async (window: Page) => {
    const button = yes(window)
    while (!(await button.evaluate((node) => node === document.activeElement)))
      await window.keyboard.press('Tab')
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await focusStands(window)
    const times = await window.evaluate(() => (window as { seen?: Seen }).seen)
    expect((times?.armed ?? 0) - (times?.shown ?? Infinity)).toBeGreaterThanOrEqual(500)
    await window.keyboard.press('Enter').catch(() => undefined)
  }
  const connect = decided(wallet.context, request(page, 'eth_requestAccounts'), async (window) => {
    await expect(window.getByRole('heading', { level: 1 })).toBeFocused()
    await byKeyboard(window)
  })
  expect(await connect).toEqual({ result: [alice] })

  // More than its fee, which would take a second step.
  const sent = sendCalls(page, { calls: [{ to: stranger, value: toHex(parseEther('1')) }] })
  const id = await idOf(decided(wallet.context, sent, byKeyboard))
  expect((await settled(page, id)).status).toBe(200)
})
