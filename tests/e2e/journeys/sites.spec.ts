import { alice, bob } from '../../unit/accounts.ts'
import { expect, test } from '../support/journey.ts'
import { request, resultOf, type Scripted } from '../support/site.ts'

test('accounts that a site sees are changed on its page, and taken back: its own, then those of all @chromium', async ({
  walletBrowser,
  site,
  dapp,
}) => {
  const other = await walletBrowser.connect(dapp.other, 'Base')
  const seen = (one: Scripted, accounts: string[]) =>
    expect.poll(() => resultOf(request(one, 'eth_accounts'))).toEqual(accounts)
  const chain = (one: Scripted, id: string) =>
    expect.poll(() => resultOf(request(one, 'eth_chainId'))).toBe(id)
  await chain(site, '0x7a69')
  await chain(other, '0x2105')

  const page = await walletBrowser.open('sites')
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

  const again = await walletBrowser.connect(dapp.url, 'Local')
  await seen(again, [alice])
  await page.front()
  await page.click('button', 'Disconnect all')
  const question = page.part('alertdialog', 'Disconnect all sites?')
  await question.sees('2 sites no longer see any account.')
  await question.click('button', 'Disconnect all')
  await page.sees('No sites connected.')
  for (const one of [site, other, again]) await seen(one, [])
})
