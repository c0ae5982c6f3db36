import { changeSites } from '../journeys/sites.ts'
import { inFirefox, onboard, openWallet } from '../support/firefox/wallet.ts'
import { test } from '../support/firefox/browser.ts'

test('what sites see, and how it is taken from them @long', async ({ firefox, dapp }) => {
  await onboard(await openWallet(firefox))
  const browser = inFirefox(firefox)
  await changeSites(browser, dapp, await browser.connect(dapp.url, 'Local'))
})
