import type { Page } from '@playwright/test'
import { executor } from '../../chain/executor.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import {
  closed,
  decided,
  approvalWindow,
  approve,
  reject,
  countWindows,
} from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { codeOf, nonceOf, waiting, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { ageNewest, openJournal, readRows } from '../support/journal.ts'
import { idOf, sendCalls, settled, statusOf } from '../support/site.ts'

const one = { calls: [{ to: stranger, value: '0x10' }] }

/** Returns the code of an account with this delegate (EIP-7702). */
const delegation = (delegate: string) => `0xef0100${delegate.slice(2).toLowerCase()}`

/** Sends and approves two calls that queue behind an unmined payment. */
const queued = async (wallet: Wallet, page: Page, url: string) => {
  await rpc(url, 'evm_setAutomine', [false])
  const first = await idOf(decided(wallet.context, sendCalls(page, one)))
  await expect.poll(() => waiting(url)).toBe(1)
  const second = await idOf(decided(wallet.context, sendCalls(page)))
  expect((await statusOf(page, second)).status).toBe(100)
  return { first, second }
}

/**
 * Mines the payment, so that the queued batch is next, and returns the window that asks for approval again.
 */
const askedAgain = async ({ context }: Wallet, url: string, why: string) => {
  await rpc(url, 'evm_mine')
  const window = await approvalWindow(context)
  await expect(window.getByText('asks again to send 2 steps on Local')).toBeVisible()
  await expect(window.getByText(why)).toBeVisible()
  return window
}

const questions = async (wallet: Wallet) =>
  (await readRows(await openJournal(wallet), 'approvals')).filter(
    ({ state }) => state === 'pending',
  )

test('another delegate since the approval: asked once more, and refused @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const { first, second } = await queued(wallet, connected, url)
  const nonce = await nonceOf(url, alice)
  await rpc(url, 'anvil_setCode', [alice, delegation(stranger)])
  const window = await askedAgain(wallet, url, 'The account’s code has changed since you approved')
  await expect(
    window.getByRole('heading', { name: 'This replaces the account’s code' }),
  ).toBeVisible()
  expect((await statusOf(connected, second)).status).toBe(100)

  await reject(window)
  await closed(window)
  expect(await settled(connected, second)).toMatchObject({ status: 400, atomic: true })
  expect((await settled(connected, first)).status).toBe(200)
  expect(await questions(wallet)).toEqual([])
  expect(await waiting(url)).toBe(0)
  expect(await nonceOf(url, alice)).toBe(nonce + 1)
  expect(await weiOf(url, stranger)).toBe(16n)

  const home = await wallet.popup()
  await home.getByRole('link').filter({ hasText: 'on Local' }).first().click()
  await expect(home.getByRole('heading', { level: 2 }).first()).toHaveText('Not sent')
  await expect(home.getByText('You rejected it when asked again')).toBeVisible()
})

test('a delegation that is gone since the approval: approved once more, with the upgrade @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  await rpc(url, 'anvil_setCode', [alice, delegation(executor)])
  const { second } = await queued(wallet, connected, url)
  await rpc(url, 'anvil_setCode', [alice, '0x'])
  const window = await askedAgain(wallet, url, 'The account’s code has changed since you approved')
  await expect(window.getByText('Upgrade')).not.toHaveCount(0)
  await rpc(url, 'evm_setAutomine', [true])
  await approve(window)
  await closed(window)
  expect(await settled(connected, second)).toMatchObject({ status: 200, atomic: true })
  expect(await codeOf(url, alice)).toBe(delegation(executor))
  expect(await weiOf(url, stranger)).toBe(19n)
})

test('an approval that grew old: reviewed from the batch’s page, and approved @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const { first, second } = await queued(wallet, connected, url)
  const journal = await openJournal(wallet)
  await ageNewest(journal, 11 * 60_000)
  await journal.close()
  await rpc(url, 'evm_mine')
  expect((await settled(connected, first)).status).toBe(200)
  const window = await askedAgain(wallet, url, 'You approved this over ten minutes ago')

  const home = await wallet.popup()
  await home.getByRole('link').filter({ hasText: 'on Local' }).first().click()
  await expect(home.getByRole('heading', { level: 2 }).first()).toHaveText('Waiting for you')
  await home.getByRole('button', { name: 'Review' }).click()
  await rpc(url, 'evm_setAutomine', [true])
  await approve(window)
  await closed(window)
  expect(await settled(connected, second)).toMatchObject({ status: 200, atomic: true })
  await expect(home.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  expect(await questions(wallet)).toEqual([])
  expect(await weiOf(url, stranger)).toBe(19n)
})

test('closing the window that asks once more stops the batch, and no other one opens @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const { second } = await queued(wallet, connected, url)
  await rpc(url, 'anvil_setCode', [alice, delegation(stranger)])
  const window = await askedAgain(wallet, url, 'The account’s code has changed since you approved')
  const windows = countWindows(wallet.context)
  const another = sendCalls(connected, one)
  await expect.poll(async () => (await questions(wallet)).length).toBe(2)
  await window.close()
  expect(await another).toMatchObject({ error: { code: 4001 } })
  expect(await settled(connected, second)).toMatchObject({ status: 400 })
  // A window that opened by itself would exist by the time the next request was decided.
  await decided(wallet.context, sendCalls(connected, one), reject)
  expect(windows()).toBe(1)
  expect(await questions(wallet)).toEqual([])
})
