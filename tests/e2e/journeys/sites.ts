import { expect } from '@playwright/test'
import { alice, bob } from '../../unit/accounts.ts'
import type { WalletBrowser } from '../support/screen.ts'
import { type Dapp, request, resultOf, type Scripted } from '../support/site.ts'

/** Accounts that a connected site sees are changed on its page, and taken back: its own, then that of all. */
export const changeSites = async (browser: WalletBrowser, dapp: Dapp, site: Scripted) => {
  const other = await browser.connect(dapp.other, 'Base')
  const seen = (one: Scripted, accounts: string[]) =>
    expect.poll(() => resultOf(request(one, 'eth_accounts'))).toEqual(accounts)
  const chain = (one: Scripted, id: string) =>
    expect.poll(() => resultOf(request(one, 'eth_chainId'))).toBe(id)
  await chain(site, '0x7a69')
  await chain(other, '0x2105')

  const page = await browser.open('sites')
  const hosts = { site: new URL(dapp.url).host, other: new URL(dapp.other).host }
  for (const host of Object.values(hosts)) await page.sees(host)
  await page.looksWell('sites')

  await page.clickText(hosts.site)
  const accounts = page.part('region', 'Shared accounts')
  // One account is the least that it sees.
  await accounts.isFixed('Account 1')
  await accounts.clickText('Account 2')
  await seen(site, [alice, bob])
  await page.select('Active account', bob)
  await seen(site, [bob, alice])
  await page.select('Network', 'Base')
  await chain(site, '0x2105')
  await page.looksWell('site')
  await accounts.clickText('Account 1')
  await seen(site, [bob])
  await page.click('button', 'Disconnect')
  await page.lacks(hosts.site)
  await page.sees(hosts.other)
  await seen(site, [])
  await seen(other, [alice])

  const again = await browser.connect(dapp.url, 'Local')
  await seen(again, [alice])
  await page.front()
  await page.click('button', 'Disconnect all')
  const question = page.part('alertdialog', 'Disconnect all sites?')
  await question.sees('2 sites no longer see any account.')
  await question.click('button', 'Disconnect all')
  await page.sees('No sites connected.')
  for (const one of [site, other, again]) await seen(one, [])
}
