import type { Page } from 'puppeteer-core'
import { alice, bob } from '../../unit/accounts.ts'
import { request, resultOf } from '../support/site.ts'
import { looksWell } from '../support/firefox/axe.ts'
import { openWallet, scripted, turnTo, onboard, openConnected } from '../support/firefox/wallet.ts'
import { click, clickText, find, sees, select, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/test.ts'

const question = (page: Page) => until('the question', () => page.$('[role=alertdialog]'))

test('what sites see, and how it is taken from them @long', async ({ firefox, dapp }) => {
  const page = await openWallet(firefox)
  await onboard(page)
  const site = scripted(await openConnected(firefox, dapp.url))
  const other = scripted(await openConnected(firefox, dapp.other, 'Base'))
  const accountsOf = (one: typeof site) => resultOf(request(one, 'eth_accounts'))
  const seen = (one: typeof site, accounts: string[]) =>
    until(`the accounts ${accounts.join()}`, async () => {
      return String(await accountsOf(one)) === String(accounts)
    })

  await test.step('each sees what it was given', async () => {
    expect(await resultOf(request(site, 'eth_chainId'))).toBe('0x7a69')
    expect(await resultOf(request(other, 'eth_chainId'))).toBe('0x2105')
    await page.bringToFront()
    await turnTo(page, 'sites')
    for (const url of [dapp.url, dapp.other]) await sees(page, new URL(url).host)
    await looksWell(firefox, page, 'sites')
  })

  await test.step('one is given another account, and then nothing', async () => {
    await clickText(page, new URL(dapp.url).host)
    await find(page, 'region', 'Accounts it sees')
    await clickText(page, 'Account 2')
    await seen(site, [alice, bob])
    await select(page, 'Active account', bob)
    await seen(site, [bob, alice])
    await looksWell(firefox, page, 'site')
    await click(page, 'button', 'Disconnect')
    await seen(site, [])
    await seen(other, [alice])
  })

  await test.step('all are disconnected at once', async () => {
    await openConnected(firefox, dapp.url)
    await page.bringToFront()
    await click(page, 'button', 'Disconnect all')
    await click(await question(page), 'button', 'Disconnect all')
    await sees(page, 'No site is connected.')
    for (const one of [site, other]) await seen(one, [])
  })
})
