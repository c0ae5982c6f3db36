import { parseGwei, type Hash } from 'viem'
import { executor } from '../../chain/executor.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { codeOf, nonceOf, pooled, transactionOf, waiting, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/journey.ts'
import type { Screen } from '../support/screen.ts'
import { idOf, payments, request, resultOf, sendCalls, settled } from '../support/site.ts'

test('fees of the user’s own are checked and signed @long', async ({
  walletBrowser,
  site,
  chains,
}) => {
  const { url } = chains.local
  const pay = request(site, 'eth_sendTransaction', [{ from: alice, to: stranger, value: '0x5' }])
  const answer = walletBrowser.decided(pay, async (window) => {
    await window.click('button', 'Change the network fee, now Normal')
    await window.clickText('Custom')
    await window.fill('Max fee (gwei)', 'nothing')
    await window.sees('Max fee must be a number in gwei')
    await window.fill('Max fee (gwei)', '7.5')
    await window.fill('Priority fee (gwei)', '1.25')
    await window.looksWell('fees')
    await window.click('button', 'Use these fees')
    await window.find('button', 'Change the network fee, now Custom')
    await window.approve()
  })
  expect(await transactionOf(url, await resultOf<Hash>(answer))).toMatchObject({
    maxFeePerGas: `0x${parseGwei('7.5').toString(16)}`,
    maxPriorityFeePerGas: `0x${parseGwei('1.25').toString(16)}`,
  })
})

/** Opens the newest batch from Home, once what comes above it has come: until then, it moves from under a click. */
const openNewest = async (page: Screen) => {
  await page.sees('Local DAI')
  await page.clickText('on Local')
}

test('what waits is sped up, and what waits after it is canceled @long', async ({
  walletBrowser,
  site,
  chains,
}) => {
  const { url } = chains.local
  await rpc(url, 'evm_setAutomine', [false])
  const nonce = await nonceOf(url, alice)
  const send = async () => {
    const asked = sendCalls(site, { calls: payments.slice(0, 1) })
    const id = await idOf(walletBrowser.decided(asked, (window) => window.approve()))
    await expect.poll(() => waiting(url)).toBe(1)
    return id
  }
  const first = await send()
  const page = await walletBrowser.open('')
  await page.front()
  await openNewest(page)
  await page.click('button', 'Speed up')
  const dialog = page.part('alertdialog', 'Speed up this transaction?')
  await dialog.sees(/The gas costs at most 0\.\d+ ETH now, and at most 0\.\d+ ETH/)
  await dialog.click('button', 'Sign it again')
  await dialog.sees('The fee may be higher than the amount you send.')
  await dialog.click('button', 'Approve this fee')
  await page.click('button', 'Technical details')
  await page.find('heading', 'All steps, sped up')
  await page.looksWell('sped-up')
  await rpc(url, 'evm_mine')
  expect(await settled(site, first)).toMatchObject({ status: 200 })
  await page.find('heading', 'Confirmed')
  expect(await weiOf(url, stranger)).toBe(1n)
  expect(await nonceOf(url, alice)).toBe(nonce + 1)

  const second = await send()
  await page.turnTo('')
  await page.find('heading', 'Home')
  await openNewest(page)
  await page.click('button', 'Cancel')
  const question = page.part('alertdialog', 'Cancel this batch?')
  await question.sees('An empty transaction then replaces')
  await question.click('button', 'Cancel batch')
  await page.find('heading', 'Canceling')
  await expect.poll(() => pooled(url)).toEqual([{ to: alice.toLowerCase(), input: '0x' }])
  await rpc(url, 'evm_mine')
  expect(await settled(site, second)).toMatchObject({ status: 400 })
  await page.find('heading', 'Stopped')
  expect(await weiOf(url, stranger)).toBe(1n)
})

test('an upgrade is revoked where the account stands @long', async ({
  walletBrowser,
  site,
  chains,
}) => {
  const { url } = chains.local
  const upgraded = walletBrowser.decided(sendCalls(site), (window) => window.approve())
  expect((await settled(site, await idOf(upgraded))).status).toBe(200)
  expect(await codeOf(url, alice)).toBe(`0xef0100${executor.slice(2).toLowerCase()}`)
  const page = await walletBrowser.open('smart-account')
  await page.front()
  await page.click('button', 'Revoke on Local')
  await page.sees('asks to turn this into a standard account on Local')
  await page.looksWell('revoke')
  await page.approve()
  await page.find('heading', 'Confirmed')
  expect(await codeOf(url, alice)).toBe('0x')
})
