import { alice, keys } from '../../unit/accounts.ts'
import { holdToReveal, manageAccounts } from '../journeys/accounts.ts'
import { inFirefox, onboard, openWallet } from '../support/firefox/wallet.ts'
import { test } from '../support/firefox/browser.ts'

test('accounts of every kind, and what is behind them @long', async ({ firefox }) => {
  await onboard(await openWallet(firefox))
  const page = await inFirefox(firefox).open('accounts')
  await test.step('derived, imported, watched, named and hidden', () => manageAccounts(page))
  await test.step('a key is seen only while a button is held', async () => {
    await page.click('link', 'Show key of Account 1')
    await holdToReveal(page, keys[alice] ?? '')
  })
  await test.step('so is the phrase', async () => {
    await page.turnTo('backup')
    await holdToReveal(page, 'junk')
  })
})
