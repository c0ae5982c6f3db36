import { development } from '../../chain/development.ts'
import { looksWell } from '../support/accessibility.ts'
import { allowReload, type Wallet } from '../support/chromium.ts'
import { expect, test } from '../support/test.ts'
import { clickAndClose, openReloaded, unlock } from '../support/walletPages.ts'

/** The fault: for that many ms the background answers nobody. */
const silence = ({ worker }: Wallet, ms: number) =>
  worker.evaluate((time) => {
    setTimeout(() => {
      const end = Date.now() + time
      while (Date.now() < end);
    })
  }, ms)

const heading = 'Volley does not answer'

const openPage = async ({ context, id }: Wallet) => {
  const page = await context.newPage()
  await page.goto(`chrome-extension://${id}/popup.html`)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  return page
}

test('a page whose background does not answer says so, and goes on once it does', async ({
  wallet,
  connected,
}) => {
  await expect(connected.getByRole('heading', { name: 'A site' })).toBeVisible()
  await silence(wallet, 25_000)
  const page = await openPage(wallet)
  await looksWell(page, 'silent')
  // The screen that was looked at still stands.
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
})

test('a background that never answers is restarted by a click, and the wallet is locked then', async ({
  wallet,
  connected,
}) => {
  await expect(connected.getByRole('heading', { name: 'A site' })).toBeVisible()
  await allowReload(wallet)
  await silence(wallet, 600_000)
  const page = await openPage(wallet)
  const isBack = wallet.context.waitForEvent('serviceworker')
  await clickAndClose(page, 'Restart Volley')
  await isBack
  const opened = await openReloaded(wallet)
  await unlock(opened, development.password)
  await expect(opened.getByRole('heading', { name: 'Home' })).toBeVisible()
})
