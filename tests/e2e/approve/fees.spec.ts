import type { Page } from '@playwright/test'
import { parseGwei, type Hash } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { countSimulations } from '../support/bait.ts'
import { transactionOf } from '../support/chainState.ts'
import { decided, approve } from '../support/walletPages.ts'
import { request, resultOf } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const feeButton = (window: Page) => window.getByRole('button', { name: /^Change the network fee/ })
const dialog = (window: Page) => window.getByRole('dialog', { name: 'Network fee' })
const field = (window: Page, name: string) => dialog(window).getByRole('textbox', { name })

/** Mines a payment with a tip in gwei, to give recent blocks a known tip. */
const payTip = async (url: string, tip: string) => {
  await rpc<Hash>(url, 'eth_sendTransaction', [
    {
      from: bob,
      to: alice,
      value: '0x1',
      gas: '0x5208',
      maxFeePerGas: '0x4a817c800',
      maxPriorityFeePerGas: `0x${parseGwei(tip).toString(16)}`,
    },
  ])
}

const pay = (page: Page) =>
  request(page, 'eth_sendTransaction', [{ from: alice, to: stranger, value: '0x5' }])

const sentAs = async (url: string, answer: Parameters<typeof resultOf>[0]) =>
  transactionOf(url, await resultOf<Hash>(answer))

test('a speed is chosen, shown with what it costs at most, and what is signed', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  await rpc(url, 'evm_setAutomine', [false])
  // More than half of the recent blocks that fees are based on.
  for (let block = 0; block < 12; block++) {
    for (const tip of ['5', '3', '2']) await payTip(url, tip)
    await rpc(url, 'evm_mine')
  }
  await rpc(url, 'evm_setAutomine', [true])

  let ceiling = ''
  const answer = await decided(wallet.context, pay(connected), async (window) => {
    await expect(feeButton(window)).toHaveText('Normal')
    await feeButton(window).click()
    const speeds = dialog(window).getByRole('radio')
    await expect(speeds).toHaveCount(4)
    // The wait is shown too if the blocks came at a regular interval.
    await expect(speeds.first()).toHaveAccessibleName(/^Slow at most [\d.]+ ETH/)
    await dialog(window).getByRole('radio', { name: /^Fast/ }).click()
    await dialog(window).getByRole('button', { name: 'Done' }).click()
    await expect(feeButton(window)).toHaveText('Fast')
    ceiling =
      (await window
        .getByText(/^Network fee at most/)
        .locator('strong')
        .textContent()) ?? ''
    await approve(window)
  })
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = await sentAs(url, answer)
  expect(BigInt(maxPriorityFeePerGas)).toBe(parseGwei('5'))
  // Shown with three digits, rounded up.
  const shown = parseGwei(ceiling.replace(' ETH', '')) * 10n ** 9n
  const most = BigInt(gas) * BigInt(maxFeePerGas)
  expect(shown).toBeGreaterThanOrEqual(most)
  expect(shown).toBeLessThan((most * 102n) / 100n)
})

test('fees of the user’s own are checked, warned of, kept while quotes change, and signed @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const simulated = await countSimulations(wallet)
  const answer = await decided(wallet.context, pay(connected), async (window) => {
    await feeButton(window).click()
    await dialog(window).getByRole('radio', { name: 'Custom' }).click()
    const use = dialog(window).getByRole('button', { name: 'Use these fees' })
    await field(window, 'Max fee (gwei)').fill('nothing')
    await expect(dialog(window).getByText('Max fee must be a number in gwei')).toBeVisible()
    await expect(use).toHaveAttribute('aria-disabled', 'true')
    await field(window, 'Max fee (gwei)').fill('3')
    await field(window, 'Priority fee (gwei)').fill('4')
    await expect(dialog(window).getByText('must not exceed the max fee')).toBeVisible()
    await field(window, 'Priority fee (gwei)').fill('0.5')
    await field(window, 'Max fee (gwei)').fill('9000')
    await expect(dialog(window).getByRole('alert')).toContainText('ten times')
    await field(window, 'Max fee (gwei)').fill('0.000000001')
    await field(window, 'Priority fee (gwei)').fill('0.000000001')
    await expect(dialog(window).getByRole('alert')).toContainText('too low')
    await field(window, 'Max fee (gwei)').fill('7.5')
    await field(window, 'Priority fee (gwei)').fill('1.25')
    await use.click()
    await expect(feeButton(window)).toHaveText('Custom')
    // A block with another base fee changes the offered fees.
    const before = await simulated()
    await rpc(url, 'anvil_setNextBlockBaseFeePerGas', ['0x5f5e100'])
    await rpc(url, 'evm_mine')
    await expect.poll(simulated).toBeGreaterThan(before)
    await expect(feeButton(window)).toHaveText('Custom')
    await approve(window)
  })
  expect(await sentAs(url, answer)).toMatchObject({
    maxFeePerGas: `0x${parseGwei('7.5').toString(16)}`,
    maxPriorityFeePerGas: `0x${parseGwei('1.25').toString(16)}`,
  })
})
