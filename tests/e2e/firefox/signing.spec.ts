import { signAll, signWhileLocked } from '../journeys/signing.ts'
import { inFirefox, onboard, openWallet } from '../support/firefox/wallet.ts'
import { test } from '../support/firefox/browser.ts'

test('messages and typed data are signed, and a locked wallet asks for the password first @long', async ({
  firefox,
  dapp,
}) => {
  const home = await openWallet(firefox)
  await onboard(home)
  await home.close()
  const browser = inFirefox(firefox)
  const site = await browser.connect(dapp.url, 'Local')
  await test.step('by viem and by ethers', () => signAll(browser, site))
  await test.step('after the password, and refused', () => signWhileLocked(browser, site))
})
