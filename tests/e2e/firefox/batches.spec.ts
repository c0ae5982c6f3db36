import { alice } from '../../unit/accounts.ts'
import { sendBatches } from '../journeys/batches.ts'
import { request, resultOf, settled } from '../support/site.ts'
import {
  inFirefox,
  onboard,
  openConnected,
  openWallet,
  pagesAt,
  scripted,
} from '../support/firefox/wallet.ts'
import { click, find, sees, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/browser.ts'

test('what a site does with the wallet: connects, asks what it can, sends batches, follows and shows them', async ({
  firefox,
  chains,
  dapp,
}) => {
  const home = await openWallet(firefox)
  await onboard(home)
  await home.close()
  const page = await openConnected(firefox, dapp.url)
  const site = scripted(page)
  const shown = await sendBatches(inFirefox(firefox), site, chains.local)

  await test.step('the wallet opens on the batch, once', async () => {
    for (let call = 0; call < 3; call++)
      expect(await request(site, 'wallet_showCallsStatus', [shown])).toEqual({ result: null })
    const windows = () => pagesAt(firefox, 'popup.html#')
    const window = await until('the window on the batch', async () => (await windows())[0])
    await find(window, 'heading', 'Confirmed')
    await click(window, 'button', 'Technical details')
    await sees(window, shown)
    expect(await windows()).toHaveLength(1)
  })

  await test.step('the page is loaded again, and is connected as it was', async () => {
    await page.reload({ timeout: 120_000 })
    expect(await resultOf(request(site, 'eth_accounts'))).toEqual([alice])
    expect(await resultOf(request(site, 'eth_chainId'))).toBe('0x7a69')
    expect((await settled(site, shown)).status).toBe(200)
  })
})
