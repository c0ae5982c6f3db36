import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, lone, stranger } from '../../unit/accounts.ts'
import { approve, decided } from '../support/walletPages.ts'
import { idOf, payments, request, sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test('a key is removed for good, named by what is lost; the sites that held it lose it', async ({
  wallet,
  connected,
}) => {
  const page = await wallet.popup('popup.html#accounts')
  await page.setViewportSize({ width: 360, height: 600 })
  await button(page, 'Import a private key').click()
  await field(page, 'Private key').fill(lone.key)
  await button(page, 'Add').click()
  await button(page, 'Watch an address').click()
  await field(page, 'Address').fill(stranger)
  await button(page, 'Add').click()
  const granted = request(connected, 'wallet_requestPermissions', [{ eth_accounts: {} }])
  await decided(wallet.context, granted, async (window) => {
    await window.getByRole('checkbox', { name: /Account 3/ }).check()
    await approve(window)
  })
  expect(await request(connected, 'eth_accounts')).toEqual({ result: [alice, lone.address] })

  await button(page, 'Remove Account 4').click()
  await expect(page.getByText('This removes only the watched address')).toBeVisible()
  await looksWell(page, 'accounts-remove-watched')
  await button(page, 'Remove Account 4').click()
  await expect(row(page, 'Account 4')).toHaveCount(0)

  // A hidden account stays granted to its site, and the wallet says so.
  await button(page, 'Hide Account 3').click()
  await expect(
    page.getByText(`until you disconnect them: ${new URL(connected.url()).origin}`),
  ).toBeVisible()
  await button(page, 'Hide Account 3').click()
  await button(page, 'Show Account 3 again').click()
  expect(await request(connected, 'eth_accounts')).toEqual({ result: [alice, lone.address] })

  await page.getByRole('link', { name: 'Remove Account 3' }).click()
  await expect(page.getByText('These sites lose access to it')).toBeVisible()
  await looksWell(page, 'accounts-remove-key')
  const remove = async (password: string) => {
    await field(page, 'Password').fill(password)
    await button(page, 'Remove').click()
  }
  await remove(development.password)
  await expect(page.getByText('Check the box first')).toBeVisible()
  await page.getByRole('checkbox').check()
  await remove('not the password')
  await expect(page.getByText('Wrong password.')).toBeVisible()
  await remove(development.password)
  await expect(row(page, 'Account 1')).toBeVisible()
  await expect(row(page, 'Account 3')).toHaveCount(0)
  expect(await request(connected, 'eth_accounts')).toEqual({ result: [alice] })
})

test('a key stays while a batch of it is under way, which is named @long', async ({
  wallet,
  chains,
  connected,
}) => {
  const page = await wallet.popup('popup.html#accounts')
  await button(page, 'Import a private key').click()
  await field(page, 'Private key').fill(lone.key)
  await button(page, 'Add').click()
  const { url } = chains.local
  await rpc(url, 'anvil_setBalance', [lone.address, '0xde0b6b3a7640000'])
  const granted = request(connected, 'wallet_requestPermissions', [{ eth_accounts: {} }])
  await decided(wallet.context, granted, async (window) => {
    await window.getByRole('checkbox', { name: /Account 3/ }).check()
    await approve(window)
  })
  await rpc(url, 'evm_setAutomine', [false])
  const calls = payments.slice(0, 1)
  await idOf(decided(wallet.context, sendCalls(connected, { from: lone.address, calls })))
  await page.getByRole('link', { name: 'Remove Account 3' }).click()
  await expect(page.getByText('1 batch is in progress')).toBeVisible()
  await page.getByRole('checkbox').check()
  await field(page, 'Password').fill(development.password)
  await button(page, 'Remove').click()
  await expect(page.getByText('This account has a batch in progress')).toBeVisible()
  expect(await request(connected, 'eth_accounts')).toEqual({ result: [alice, lone.address] })
})
