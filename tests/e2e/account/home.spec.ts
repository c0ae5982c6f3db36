import { encodeFunctionData, erc20Abi } from 'viem'
import { alice, bob } from '../../unit/accounts.ts'
import { decided, approvalWindow, reject } from '../support/walletPages.ts'
import { sendMined, swapCalls } from '../support/chainState.ts'
import { countFacts, openJournal } from '../support/journal.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'

test('home shows what the account has, what it did and what is under way', async ({
  chains,
  wallet,
  connected,
}) => {
  const home = await wallet.popup()
  await home.setViewportSize({ width: 360, height: 600 })
  const balance = home.getByRole('region', { name: 'Balance' })
  const tokens = home.getByRole('region', { name: 'Tokens' })
  await expect(balance).toContainText('10,000 ETH')
  await expect(balance.getByTitle(alice)).toBeVisible()
  // Nothing was sent yet: the list that ships with the wallet names what the account holds.
  await expect(tokens.getByRole('listitem')).toHaveText([/lUSDC/, /lDAI/])
  await expect(home.getByText('Nothing yet.')).toBeVisible()
  await looksWell(home, 'home-empty')

  const sent = sendCalls(connected, { calls: swapCalls(chains.local.contracts) })
  const id = await idOf(decided(wallet.context, sent))
  expect((await settled(connected, id)).status).toBe(200)
  await expect(home.getByRole('link').filter({ hasText: 'on Local' })).toContainText('Confirmed')
  await looksWell(home, 'home')

  // The first look has nothing behind it to compare with.
  const cache = await openJournal(wallet)
  await expect.poll(() => countFacts(cache, 'incoming:31337:')).toBe(1)
  await cache.close()

  // Tokens that others send appear with the next look, with their sender, among what was done.
  const { usdc } = chains.local.contracts
  const pay = (to: typeof bob, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  await sendMined(chains.local.url, { from: alice, to: usdc, data: pay(bob, 3_000_000n) })
  await sendMined(chains.local.url, { from: bob, to: usdc, data: pay(alice, 1_000_000n) })
  await home.reload()
  await expect(home.getByText('Received 1 lUSDC from Account 2')).toBeVisible()
  await home.getByRole('link', { name: 'All activity' }).click()
  await expect(home.getByText('Received 1 lUSDC from Account 2')).toBeVisible()
  await looksWell(home, 'activity-received')

  // And with Home closed, where the activity is looked at.
  await sendMined(chains.local.url, { from: bob, to: usdc, data: pay(alice, 2_000_000n) })
  await home.reload()
  await expect(home.getByText('Received 2 lUSDC from Account 2')).toBeVisible()
  await home.getByRole('link', { name: 'Home' }).click()

  // The chosen account and network are remembered over a reload.
  await home.getByRole('combobox', { name: 'Network' }).selectOption('Base')
  await expect(tokens).toContainText('No tokens yet')
  await home.reload()
  await expect(home.getByRole('combobox', { name: 'Network' })).toHaveValue('8453')
  await expect(balance.getByTitle(alice)).toBeVisible()
})

test('an account of the wallet goes by its name where a batch sends to it @long', async ({
  wallet,
  connected,
}) => {
  const answer = sendCalls(connected, { calls: [{ to: bob, value: '0x1' }] })
  const window = await approvalWindow(wallet.context)
  const leaves = window.getByRole('list', { name: 'What leaves' })
  await expect(leaves.getByTitle(bob)).toHaveText('Account 2')
  await looksWell(window, 'party-named')
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
})
