import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rpc } from '../../chain/rpc.ts'
import { decided, reject } from '../support/walletPages.ts'
import { stopWorker, type Wallet, workerOf } from '../support/chromium.ts'
import { expect, test as base } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'
import { idOf, payments, sendCalls, settled } from '../support/site.ts'

/** A test cannot accept the browser's permission prompt, so this copy's manifest has the permission. */
const test = base.extend<object, { extension: string }>({
  extension: [
    async ({ extension }, use) => {
      const file = join(extension, 'manifest.json')
      const manifest = JSON.parse(await readFile(file, 'utf8')) as { permissions: string[] }
      manifest.permissions.push('notifications')
      await writeFile(file, JSON.stringify(manifest))
      await use(extension)
    },
    { scope: 'worker' },
  ],
})

type Background = {
  chrome: {
    action: { getBadgeText: (of: object) => Promise<string> }
    notifications: { getAll: () => Promise<Record<string, boolean>> }
  }
}

const badge = async (wallet: Wallet) =>
  (await workerOf(wallet)).evaluate(() =>
    (globalThis as unknown as Background).chrome.action.getBadgeText({}),
  )

const notices = async (wallet: Wallet) =>
  Object.keys(
    await (
      await workerOf(wallet)
    ).evaluate(() => (globalThis as unknown as Background).chrome.notifications.getAll()),
  )

test('a batch that ended counts on the icon until the wallet is looked at; notices are for who wants them', async ({
  wallet,
  connected,
  chains,
}) => {
  const send = (calls = payments.slice(0, 1)) =>
    idOf(decided(wallet.context, sendCalls(connected, { calls })))
  await settled(connected, await send())
  await settled(connected, await send())
  await expect.poll(() => badge(wallet)).toBe('2')
  expect(await notices(wallet)).toEqual([])

  const page = await wallet.popup('popup.html#settings')
  await page.setViewportSize({ width: 360, height: 600 })
  await expect.poll(() => badge(wallet)).toBe('')
  const toggle = page.getByRole('checkbox', {
    name: 'Notify me when a batch is done or has failed',
  })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await expect(toggle).toBeChecked()
  await looksWell(page, 'settings')
  await page.close()

  // The worker is stopped while the batch ends: the restarted one shows the notice, once.
  await rpc(chains.local.url, 'evm_setAutomine', [false])
  const id = await send()
  await stopWorker(wallet.context, wallet.id)
  await rpc(chains.local.url, 'evm_setAutomine', [true])
  await rpc(chains.local.url, 'anvil_mine', ['0x1'])
  await settled(connected, id)
  await expect.poll(() => badge(wallet)).toBe('1')
  let keys: string[] = []
  await expect.poll(async () => (keys = await notices(wallet))).toHaveLength(1)
  await stopWorker(wallet.context, wallet.id)
  expect((await settled(connected, id)).status).toBe(200)
  await expect.poll(() => badge(wallet)).toBe('1')

  // Notices use the chosen language.
  const again = await wallet.popup('popup.html#settings')
  await again.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await expect(again.getByRole('checkbox', { name: /Notificarme/ })).toBeChecked()
  await expect.poll(() => badge(wallet)).toBe('')
  await again.goto(again.url().replace(/#.*$/, `#${keys[0]}`))
  await expect(again.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmado')
})

test('what waits for the user counts before what has ended @long', async ({
  wallet,
  connected,
}) => {
  const calls = payments.slice(0, 1)
  for (let left = 2; left > 0; left--)
    await settled(connected, await idOf(decided(wallet.context, sendCalls(connected, { calls }))))
  await expect.poll(() => badge(wallet)).toBe('2')
  const asked = sendCalls(connected, { calls })
  await decided(wallet.context, asked, async (window) => {
    await expect.poll(() => badge(wallet)).toBe('1')
    await reject(window)
  })
  await expect.poll(() => badge(wallet)).toBe('2')
})
