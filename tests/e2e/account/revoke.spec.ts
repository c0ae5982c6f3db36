import type { Page } from '@playwright/test'
import { delegateTo, unlisted } from '../../chain/delegates.ts'
import { executor } from '../../chain/executor.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob } from '../../unit/accounts.ts'
import { countWindows, decided, approve, openDetails, reject, yes } from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { codeOf, nonceOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'

const code = (delegate: string) => `0xef0100${delegate.slice(2).toLowerCase()}`

const revokeButton = (page: Page) => page.getByRole('button', { name: 'Revoke on Local' })

/** Opens the wallet's page on the account's delegate. */
const smartAccount = async (wallet: Wallet) => {
  const page = await wallet.popup('popup.html#smart-account')
  await page.setViewportSize({ width: 360, height: 600 })
  return page
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** The request, in whose favour the screen behind it is hidden. */
const shown = (page: Page) => page.getByRole('main')
const status = (page: Page) => page.getByRole('heading', { level: 2 }).first()

test('an upgrade is revoked in the wallet’s own page, and the next batch upgrades again', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const first = await idOf(decided(wallet.context, sendCalls(connected)))
  expect((await settled(connected, first)).status).toBe(200)
  expect(await codeOf(url, alice)).toBe(code(executor))
  const nonce = await nonceOf(url, alice)

  const page = await smartAccount(wallet)
  await revokeButton(page).click()
  await expect(heading(page)).toContainText(
    'This wallet asks to turn this into a standard account on Local',
  )
  await expect(page.getByRole('region', { name: 'Now delegated to' })).toContainText(
    'Simple7702Account 0.8',
  )
  await expect(shown(page).getByText('Volley’s own code, audited')).toBeVisible()
  await expect(page.getByText('Batches in progress go first')).toBeVisible()
  await expect(shown(page).getByText('Whatever another wallet set up')).toBeHidden()
  await expect(page.getByText(/Network fee at most 0\.\d+ ETH/)).toBeVisible()
  await approve(page)

  await expect(status(page)).toHaveText('Confirmed')
  await openDetails(page)
  await expect(page.getByText('This is a standard account on this network again')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Revoke Simple7702Account 0.8' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Revocation' })).toBeVisible()
  await looksWell(page, 'revoke-batch')
  expect(await codeOf(url, alice)).toBe('0x')
  expect(await nonceOf(url, alice)).toBe(nonce + 2)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.goto(`${page.url().split('#')[0]}#activity`)
  await expect(
    page.getByRole('link').filter({ hasText: /Revoke Simple7702Account 0.8.*on Local/ }),
  ).toBeVisible()

  const answer = decided(wallet.context, sendCalls(connected), async (again) => {
    await expect(again.getByRole('heading', { name: 'This upgrades the account' })).toBeVisible()
    await approve(again)
  })
  expect((await settled(connected, await idOf(answer))).status).toBe(200)
  expect(await codeOf(url, alice)).toBe(code(executor))
})

test('code that nobody lists is revoked too, even where it refuses every call @long', async ({
  chains,
  wallet,
}) => {
  const { url } = chains.local
  await delegateTo(url, alice, unlisted, 'RefusingExecutor')
  const page = await smartAccount(wallet)
  await revokeButton(page).click()
  await reject(page)
  await expect(page.getByText('You rejected it, so nothing was sent.')).toBeVisible()
  expect(await codeOf(url, alice)).toBe(code(unlisted))

  await revokeButton(page).click()
  await expect(shown(page).getByText('Code unknown to Volley')).toBeVisible()
  await expect(shown(page).getByText('The author of this code decides')).toBeVisible()
  await expect(shown(page).getByText('Whatever another wallet set up with this code')).toBeVisible()
  await looksWell(page, 'revoke-foreign')
  await approve(page)
  await expect(status(page)).toHaveText('Confirmed')
  expect(await codeOf(url, alice)).toBe('0x')

  await page.goto(`${page.url().split('#')[0]}#smart-account`)
  await expect(page.getByRole('region', { name: 'Local' })).toContainText('Standard account')
  await expect(revokeButton(page)).toBeHidden()
})

test('what changed while the request was on the screen can only be rejected', async ({
  chains,
  wallet,
}) => {
  const { url } = chains.local
  await rpc(url, 'anvil_setCode', [alice, code(executor)])
  const page = await smartAccount(wallet)
  await revokeButton(page).click()
  await expect(yes(page)).toBeVisible()
  await rpc(url, 'anvil_setCode', [alice, code(bob)])
  await rpc(url, 'evm_mine')
  await expect(page.getByText('no longer delegates to this')).toBeVisible()
  await expect(yes(page)).toBeHidden()
  await reject(page)
  expect(await codeOf(url, alice)).toBe(code(bob))
})

test('without enough for the fee nothing is asked, and the way to more is there @long', async ({
  chains,
  wallet,
}) => {
  const { url } = chains.local
  await rpc(url, 'anvil_setCode', [alice, code(executor)])
  await rpc(url, 'anvil_setBalance', [alice, '0x64'])
  const windows = countWindows(wallet.context)
  const page = await smartAccount(wallet)
  await revokeButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Not enough ETH: revoking takes up to')
  await looksWell(page, 'revoke-short')
  await page.getByRole('alert').getByRole('link', { name: 'Receive' }).click()
  await expect(page.getByText('Network: Local')).toBeVisible()
  expect(windows()).toBe(0)
})

test('an account that is only watched has nothing to revoke with @long', async ({
  chains,
  wallet,
}) => {
  await rpc(chains.local.url, 'anvil_setCode', [unlisted, code(executor)])
  const page = await wallet.popup('popup.html#accounts')
  await page.getByRole('button', { name: 'Watch an address' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(unlisted)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Watch-only')).toBeVisible()
  await page.goto(`${page.url().split('#')[0]}#`)
  await page.getByRole('combobox', { name: 'Account' }).selectOption(unlisted)
  await page.getByRole('link', { name: 'Smart account' }).click()
  await expect(page.getByRole('region', { name: 'Local' })).toContainText('Simple7702Account 0.8')
  await expect(revokeButton(page)).toBeHidden()
})
