import { alice, bob } from '../../unit/accounts.ts'
import { openConnected } from '../support/walletPages.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'

test('what a site sees is changed, and taken back, on its page', async ({
  wallet,
  dapp,
  connected,
}) => {
  await openConnected(wallet, dapp.other, 'Base')
  const page = await wallet.popup('popup.html#sites')
  await page.setViewportSize({ width: 360, height: 600 })
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await looksWell(page, 'sites')

  await page.getByRole('link', { name: new URL(dapp.url).host }).click()
  const accounts = page.getByRole('region', { name: 'Accounts it sees' })
  const first = accounts.getByRole('checkbox', { name: /Account 1/ })
  await expect(first).toBeDisabled()
  await accounts.getByRole('checkbox', { name: /Account 2/ }).click()
  await page.getByRole('combobox', { name: 'Active account' }).selectOption(bob)
  await expect
    .poll(async () => (await request(connected, 'eth_accounts')).result)
    .toEqual([bob, alice])
  await page.getByRole('combobox', { name: 'Network' }).selectOption('Base')
  await expect.poll(async () => (await request(connected, 'eth_chainId')).result).toBe('0x2105')
  await looksWell(page, 'site')
  await first.click()
  await expect.poll(async () => (await request(connected, 'eth_accounts')).result).toEqual([bob])
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  expect((await request(connected, 'eth_accounts')).result).toEqual([])

  await openConnected(wallet, dapp.url, 'Local')
  await page.getByRole('button', { name: 'Disconnect all' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('2 sites no longer see any account.')
  await question.getByRole('button', { name: 'Disconnect all' }).click()
  await expect(page.getByText('No site is connected.')).toBeVisible()
})
