import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rpc } from '../../chain/rpc.ts'
import { expect, test as base } from '../support/journey.ts'
import type { Screen, Site, WalletBrowser } from '../support/screen.ts'
import { idOf, payments, sendCalls, settled } from '../support/site.ts'

/** Nobody can answer Chromium's question for a permission in a test, so the manifest of this copy has it. */
const test = base.extend<object, { extension: string }>({
  extension: [
    async ({ builtFor, extension }, use) => {
      if (builtFor === 'chrome') {
        const file = join(extension, 'manifest.json')
        const manifest = JSON.parse(await readFile(file, 'utf8')) as { permissions: string[] }
        manifest.permissions.push('notifications')
        await writeFile(file, JSON.stringify(manifest))
      }
      await use(extension)
    },
    { scope: 'worker' },
  ],
})

/** A page of the extension. */
type Own = Pick<Site, 'evaluate'>

type Extension = {
  over: string[]
  chrome: {
    action: { getBadgeText: (of: object) => Promise<string> }
    notifications: {
      getAll: () => Promise<Record<string, boolean>>
      onClosed: { addListener: (listener: (key: string) => void) => void }
    }
  }
}

const badge = (own: Own) =>
  own.evaluate(() => (globalThis as unknown as Extension).chrome.action.getBadgeText({}))

/** Has a page write down the notices that close: without a desktop, each of Firefox closes at once. */
const watchNotices = (own: Own) =>
  own.evaluate(() => {
    const extension = globalThis as unknown as Extension
    extension.over = []
    extension.chrome.notifications.onClosed.addListener((key) => extension.over.push(key))
  })

/** Keys of the notices that stand, or have been closed since `watchNotices`. */
const notices = (own: Own) =>
  own.evaluate(async () => {
    const { chrome, over } = globalThis as unknown as Extension
    return [...Object.keys(await chrome.notifications.getAll()), ...over]
  })

/** True if the checkbox in the label with this text is checked. */
const isChecked = (page: Screen, text: string) =>
  page.driven.evaluate((words) => {
    const labels = [...document.querySelectorAll('label')]
    const label = labels.find(({ textContent }) => textContent.includes(words))
    return label?.querySelector('[role=checkbox]')?.ariaChecked === 'true'
  }, text)

const send = (browser: WalletBrowser, site: Site) =>
  idOf(
    browser.decided(sendCalls(site, { calls: payments.slice(0, 1) }), (window) => window.approve()),
  )

test('a batch that ended counts on the icon until the wallet is looked at; notices are for who wants them @chromium', async ({
  walletBrowser,
  site,
  chains,
}) => {
  const journal = await walletBrowser.openJournal()
  await settled(site, await send(walletBrowser, site))
  await settled(site, await send(walletBrowser, site))
  await expect.poll(() => badge(journal)).toBe('2')

  const page = await walletBrowser.open('settings')
  await page.front()
  await expect.poll(() => badge(journal)).toBe('')
  const words = 'Notify me when a batch is done or has failed'
  expect(await isChecked(page, words)).toBe(false)
  await page.click('checkbox', words)
  await walletBrowser.permit()
  await expect.poll(() => isChecked(page, words)).toBe(true)
  await page.looksWell('settings')
  await page.driven.close()
  // A page has the interfaces that the extension may use when it opens.
  const own = await walletBrowser.openJournal()
  await watchNotices(own)
  // Of the batches that ended before, nothing is told.
  expect(await notices(own)).toEqual([])

  // The background is stopped while the batch ends: the restarted one shows the notice, once.
  await rpc(chains.local.url, 'evm_setAutomine', [false])
  const id = await send(walletBrowser, site)
  await walletBrowser.stopBackground()
  await rpc(chains.local.url, 'evm_setAutomine', [true])
  await rpc(chains.local.url, 'anvil_mine', ['0x1'])
  await settled(site, id)
  await expect.poll(() => badge(own)).toBe('1')
  await expect.poll(() => notices(own)).toHaveLength(1)
  const [key] = await notices(own)
  await walletBrowser.stopBackground()
  expect((await settled(site, id)).status).toBe(200)
  await expect.poll(() => badge(own)).toBe('1')
  expect(await notices(own)).toEqual([key])

  // Notices use the chosen language.
  const again = await walletBrowser.open('settings')
  await again.front()
  await again.select('Language', 'Español')
  await again.sees('Notificarme')
  await expect.poll(() => isChecked(again, 'Notificarme')).toBe(true)
  await expect.poll(() => badge(own)).toBe('')
  await again.turnTo(key ?? '')
  await again.find('heading', 'Confirmado')
})

test('what waits for the user counts before what has ended @long', async ({
  walletBrowser,
  site,
}) => {
  const journal = await walletBrowser.openJournal()
  await settled(site, await send(walletBrowser, site))
  await settled(site, await send(walletBrowser, site))
  await expect.poll(() => badge(journal)).toBe('2')
  const asked = sendCalls(site, { calls: payments.slice(0, 1) })
  await walletBrowser.decided(asked, async (window) => {
    await expect.poll(() => badge(journal)).toBe('1')
    await window.reject()
  })
  await expect.poll(() => badge(journal)).toBe('2')
})
