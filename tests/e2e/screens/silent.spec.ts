import { development } from '../../chain/development.ts'
import { looksWell } from '../support/accessibility.ts'
import { allowReload, type Wallet } from '../support/chromium.ts'
import { expect, test } from '../support/test.ts'
import { openReloaded, unlock } from '../support/walletPages.ts'

/** The fault: for that many ms the background answers nobody. */
const silence = ({ worker }: Wallet, ms: number) =>
  worker.evaluate((time) => {
    setTimeout(() => {
      const end = Date.now() + time
      while (Date.now() < end);
    })
  }, ms)

test('a page whose background does not answer says so, and goes on once it does', async ({
  wallet,
  connected,
}) => {
  await expect(connected.getByRole('heading', { name: 'A site' })).toBeVisible()
  await silence(wallet, 15_000)
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.id}/popup.html`)
  await expect(page.getByRole('heading', { name: 'Volley does not answer' })).toBeVisible()
  await looksWell(page, 'silent')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restart Volley' })).toHaveCount(0)
})

test('a background that never answers is restarted by a click, and the wallet is locked then', async ({
  wallet,
  connected,
}) => {
  await expect(connected.getByRole('heading', { name: 'A site' })).toBeVisible()
  await allowReload(wallet)
  await silence(wallet, 600_000)
  const page = await openReloaded(wallet)
  await unlock(page, development.password)
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
})
