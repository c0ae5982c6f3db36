import { approvalWindow, approve, reject, closed, decided } from '../support/walletPages.ts'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { rpc } from '../../chain/rpc.ts'
import { swapCalls, tokensOf, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'

const registry = '0xB94704422c2a1E396835A571837Aa5AE53285a95'
const resolver = '0x2000000000000000000000000000000000000002'

/** An address that no batch has involved. */
const newcomer = '0x3333333333333333333333333333333333333333'

/** Returns EVM code that answers every call with an address. */
const answers = (address: string) => `0x73${address.slice(2).toLowerCase()}5f5260205ff3`

test('what is sent is looked at in the approval window, and becomes a batch', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  // A batch first brings some of a token, so that the wallet knows it.
  const sent = sendCalls(connected, { calls: swapCalls(contracts) })
  expect((await settled(connected, await idOf(decided(wallet.context, sent)))).status).toBe(200)

  const page = await wallet.popup('popup.html#send')
  await page.setViewportSize({ width: 360, height: 600 })
  const to = page.getByRole('textbox', { name: 'Address, contact or name' })
  const amount = page.getByRole('textbox', { name: /^Amount of/ })
  const review = page.getByRole('button', { name: 'Review' })
  await expect(page.getByText('You have 9,999')).toBeVisible()

  await review.click()
  await expect(page.getByText('Say who it goes to.')).toBeVisible()
  await to.fill(alice.replace('F', 'f'))
  await expect(page.getByText('A digit of this address is wrong')).toBeVisible()
  await to.fill(contracts.usdc)
  await expect(page.getByText('This is the contract of the token lUSDC.')).toBeVisible()
  await to.fill(alice)
  await expect(page.getByText('This is the account you send from.')).toBeVisible()
  await to.fill(newcomer)
  await expect(page.getByText('You have never sent there before.')).toBeVisible()
  await to.fill(stranger)
  await amount.fill('20000')
  await expect(page.getByText('The account does not have that much.')).toBeVisible()
  await looksWell(page, 'send')

  // After a rejection nothing is sent, and the form keeps its input.
  await amount.fill('1.5')
  await review.click()
  const first = await approvalWindow(wallet.context)
  await expect(page.getByText('It waits for you in the approval window.')).toBeVisible()
  await reject(first)
  await closed(first)
  await expect(page.getByText('You rejected it. Nothing was sent.')).toBeVisible()
  await expect(amount).toHaveValue('1.5')

  await review.click()
  const second = await approvalWindow(wallet.context)
  await expect(second.getByText('This wallet')).toBeVisible()
  await approve(second)
  await closed(second)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  expect(await weiOf(url, stranger)).toBe(1_500_000_000_000_000_000n)

  // Sends the whole balance of a token.
  await page.goto(`${page.url().split('#')[0]}#send/${stranger}`)
  const what = page.getByRole('combobox', { name: 'What to send' })
  await expect(what.getByRole('option')).toHaveCount(3)
  await what.selectOption(contracts.dai)
  await page.getByRole('button', { name: 'Max' }).click()
  await review.click()
  const third = await approvalWindow(wallet.context)
  await approve(third)
  await closed(third)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  expect(await tokensOf(url, contracts.dai, alice)).toBe(0n)
})

test('a name is looked up through the node, and once more when it counts', async ({
  chains,
  wallet,
}) => {
  const { url } = chains.base
  await rpc(url, 'anvil_setCode', [registry, answers(resolver)])
  await rpc(url, 'anvil_setCode', [resolver, answers(bob)])
  const page = await wallet.popup()
  await page.getByRole('combobox', { name: 'Network' }).selectOption('Base')
  await page.getByRole('link', { name: 'Send' }).click()
  const to = page.getByRole('textbox', { name: 'Address, contact or name' })
  await to.fill('Volley.base.eth')
  const found = page.getByRole('status').filter({ hasText: 'volley.base.eth' })
  await expect(found).toContainText(bob)
  // Max of ether leaves the highest possible fee.
  await page.getByRole('button', { name: 'Max' }).click()
  await expect(page.getByText(/All but 0\.\d+ ETH, set apart for the fee/)).toBeVisible()

  await rpc(url, 'anvil_setCode', [resolver, answers(stranger)])
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('alert')).toContainText('The name means another address now.')
  await rpc(url, 'anvil_setCode', [resolver, answers(bob)])
  const before = await weiOf(url, bob)
  await page.getByRole('button', { name: 'Review' }).click()
  const window = await approvalWindow(wallet.context)
  await approve(window)
  await closed(window)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  expect((await weiOf(url, bob)) - before).toBeGreaterThan(9_990n * 10n ** 18n)
})
