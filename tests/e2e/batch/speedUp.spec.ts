import { keccak256, parseEther, parseTransaction } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { nonceOf, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { readSigned } from '../support/journal.ts'
import { settled, statusOf } from '../support/site.ts'
import { openDetails, sendUnmined } from '../support/walletPages.ts'

test('Speed up signs what waits again, dearer, and one of the two is mined', async ({
  chains,
  wallet,
  connected,
}) => {
  const calls = [{ to: stranger, value: '0x1' }]
  const { url, nonce, id } = await sendUnmined(chains.local, wallet, connected, { calls })
  const page = await wallet.popup()
  await page.getByRole('link').filter({ hasText: 'on Local' }).first().click()
  const button = page.getByRole('button', { name: 'Speed up', exact: true })
  await button.click()
  const dialog = page.getByRole('alertdialog', { name: 'Speed up this transaction?' })
  await expect(dialog).toContainText(/The gas costs at most 0\.\d+ ETH now, and at most 0\.\d+ ETH/)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  expect(await readSigned(wallet)).toHaveLength(1)
  await button.click()
  await dialog.getByRole('button', { name: 'Sign it again' }).click()
  // The fee of a payment of one wei is above it, which takes a second step.
  await expect(dialog).toContainText('The fee may be higher than the amount you send.')
  expect(await readSigned(wallet)).toHaveLength(1)
  const named = /at most (0\.\d+) ETH then/.exec((await dialog.textContent()) ?? '')?.[1] ?? ''
  await dialog.getByRole('button', { name: 'Approve this fee' }).click()
  await openDetails(page)
  await expect(page.getByRole('heading', { name: 'All steps, sped up' })).toBeVisible()

  const signed = await readSigned(wallet)
  const [first, second] = signed.map((raw) => parseTransaction(raw))
  if (!first || !second) throw new Error('nothing was signed again')
  // The page shows it once it is signed and stored, which is before it is sent.
  const hash = keccak256(signed[1] ?? '0x')
  await expect.poll(() => rpc(url, 'eth_getTransactionByHash', [hash])).not.toBeNull()
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = first
  expect(second).toMatchObject({ nonce: first.nonce, to: first.to, value: 1n, gas: first.gas })
  expect(second.maxFeePerGas).toBeGreaterThan((maxFeePerGas * 11n) / 10n)
  expect((second.gas ?? 0n) * (second.maxFeePerGas ?? 0n)).toBe(parseEther(named))
  expect(second.maxPriorityFeePerGas).toBeGreaterThan((maxPriorityFeePerGas * 11n) / 10n)
  expect((await statusOf(connected, id)).status).toBe(100)
  await expect(button).toBeVisible()

  await rpc(url, 'evm_mine')
  expect(await settled(connected, id)).toMatchObject({ status: 200 })
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  await expect(button).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Replaced')
  expect(await nonceOf(url, alice)).toBe(nonce + 1)
  expect(await weiOf(url, stranger)).toBe(1n)
})
