import {
  createWalletClient,
  http,
  parseTransaction,
  type SignedAuthorization,
  type TransactionSerializedEIP7702,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import type { Wallet } from '../support/chromium.ts'
import { codeOf, nonceOf, pooled, receiptOf, waiting, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { readSigned } from '../support/journal.ts'
import { payments, settled, statusOf } from '../support/site.ts'
import { approveInOrder, openDetails, sendUnmined } from '../support/walletPages.ts'

/** Cancels the newest batch on its page, and waits until the cancelling transaction is at the node. */
const cancel = async (wallet: Wallet, url: string) => {
  const page = await wallet.popup()
  await page.getByRole('link').filter({ hasText: 'on Local' }).first().click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('An empty transaction then replaces')
  await expect(dialog).toContainText(/The gas for this costs at most 0\.\d+ ETH\./)
  await dialog.getByRole('button', { name: 'Cancel batch' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Canceling')
  await openDetails(page)
  await expect(page.getByRole('heading', { name: 'Cancellation' })).toBeVisible()
  // The page shows it once it is signed and stored, which is before it is sent.
  await expect.poll(() => pooled(url)).toEqual([{ to: alice.toLowerCase(), input: '0x' }])
  return page
}

test('Cancel replaces what no block holds yet', async ({ chains, wallet, connected }) => {
  const calls = payments.slice(0, 1)
  const { url, nonce, id } = await sendUnmined(chains.local, wallet, connected, { calls })
  const page = await cancel(wallet, url)
  expect((await statusOf(connected, id)).status).toBe(100)
  await expect.poll(async () => (await readSigned(wallet)).length).toBe(2)
  await rpc(url, 'evm_mine')
  const status = await settled(connected, id)
  expect(status).toMatchObject({ status: 400, atomic: true })
  expect(status.receipts).toBeUndefined()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Stopped')
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeHidden()
  expect(await waiting(url)).toBe(0)
  expect(await nonceOf(url, alice)).toBe(nonce + 1)
  expect(await weiOf(url, stranger)).toBe(0n)
})

test('Cancel of an upgrade takes its authorization back for good @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, nonce, id } = await sendUnmined(chains.local, wallet, connected)
  await cancel(wallet, url)
  await rpc(url, 'evm_mine')
  expect(await settled(connected, id)).toMatchObject({ status: 400 })
  expect(await nonceOf(url, alice)).toBe(nonce + 2)
  expect(await codeOf(url, alice)).toBe('0x')

  const [published] = await readSigned(wallet)
  const { authorizationList } = parseTransaction(published as TransactionSerializedEIP7702)
  expect(authorizationList).toHaveLength(1)
  const anyone = createWalletClient({
    account: mnemonicToAccount(development.phrase, { addressIndex: 5 }),
    chain: anvil,
    // By itself viem would give up after 10 s, and send again what the node has.
    transport: http(url, { timeout: 120_000, retryCount: 0 }),
  })
  const hash = await anyone.sendTransaction({
    to: alice,
    gas: 200_000n,
    authorizationList: authorizationList as SignedAuthorization[],
  })
  await rpc(url, 'evm_mine')
  expect((await receiptOf(url, hash)).status).toBe('0x1')
  expect(await codeOf(url, alice)).toBe('0x')
  expect(await nonceOf(url, alice)).toBe(nonce + 2)
  expect(await weiOf(url, stranger)).toBe(0n)
})

test('Cancel between calls in order stops the rest, and what a block holds stays @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const over = { atomicRequired: false, calls: [...payments, ...payments] }
  const sent = await sendUnmined(chains.local, wallet, connected, over, approveInOrder)
  const { url, nonce, id } = sent
  await rpc(url, 'evm_mine')
  await expect.poll(() => waiting(url)).toBe(1)
  await cancel(wallet, url)
  await rpc(url, 'evm_mine')

  const status = await settled(connected, id)
  expect(status).toMatchObject({ status: 600, atomic: false })
  expect(status.receipts).toHaveLength(1)
  expect(await waiting(url)).toBe(0)
  expect(await nonceOf(url, alice)).toBe(nonce + 2)
  expect(await weiOf(url, stranger)).toBe(1n)
})
