import type { Page } from '@playwright/test'
import { alice, bob } from '../../unit/accounts.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approve, chooseNetwork, decided } from '../support/walletPages.ts'

/** Counts the wallets named Volley that a page is told of (EIP-6963), when it asks. */
const announced = (page: Page) =>
  page.evaluate(() => {
    const names: string[] = []
    addEventListener('eip6963:announceProvider', (event) =>
      names.push((event as CustomEvent<{ info: { name: string } }>).detail.info.name),
    )
    dispatchEvent(new Event('eip6963:requestProvider'))
    return names
  })

const accountsOf = async (page: Page) => (await request(page, 'eth_accounts')).result

test('a name below localhost and [::1] have the provider, each as a site of its own', async ({
  wallet: { context },
  dapp,
  connected,
}) => {
  const named = dapp.url.replace('127.0.0.1', 'app.localhost')
  const longer = dapp.url.replace('127.0.0.1', 'two.app.localhost')
  const numbered = dapp.url.replace('127.0.0.1', '[::1]')
  // No machine has to have IPv6 for this.
  await context.route(`${numbered}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A site</title>' }),
  )
  for (const [url, account, chain] of [
    [named, 'Account 2', 'Base'],
    [numbered, 'Account 1', 'Base Sepolia'],
  ] as const) {
    const page = await context.newPage()
    await page.goto(url)
    expect(await announced(page)).toEqual(['Volley'])
    // Other sites of this machine were granted something, and it has nothing of theirs.
    expect(await accountsOf(page)).toEqual([])
    const asked = request(page, 'eth_requestAccounts')
    const answer = await decided(context, asked, async (window) => {
      await expect(window.getByRole('heading', { level: 1 })).toContainText(new URL(url).host)
      const other = account === 'Account 1' ? 'Account 2' : 'Account 1'
      await window.getByRole('checkbox', { name: account }).check()
      await window.getByRole('checkbox', { name: other }).uncheck()
      await chooseNetwork(window, chain)
      await approve(window)
    })
    expect(answer).toEqual({ result: [account === 'Account 1' ? alice : bob] })
    expect((await request(page, 'eth_chainId')).result).toBe(
      chain === 'Base' ? '0x2105' : '0x14a34',
    )
  }
  const below = await context.newPage()
  await below.goto(longer)
  expect(await accountsOf(below)).toEqual([])
  expect(await accountsOf(connected)).toEqual([alice])
  expect((await request(connected, 'eth_chainId')).result).toBe('0x7a69')
})
