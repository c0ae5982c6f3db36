import { parseEther } from 'viem'
import { sendEther } from '../journeys/sending.ts'
import { inChromium, windowOf } from '../support/screen.ts'
import {
  approvalWindow,
  approve,
  closed,
  countWindows,
  decided,
  yes,
} from '../support/walletPages.ts'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { rpc } from '../../chain/rpc.ts'
import { swapCalls, tokensOf, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'

const registry = '0xB94704422c2a1E396835A571837Aa5AE53285a95'
const resolver = '0x2000000000000000000000000000000000000002'

/** Returns EVM code that answers every call with an address. */
const answers = (address: string) => `0x73${address.slice(2).toLowerCase()}5f5260205ff3`

test('what is sent is looked at in the same page, and becomes a batch', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  // A batch first brings some of a token, so that the wallet knows it.
  const sent = sendCalls(connected, { calls: swapCalls(contracts) })
  expect((await settled(connected, await idOf(decided(wallet.context, sent)))).status).toBe(200)

  const windows = countWindows(wallet.context)
  const page = await wallet.popup('popup.html#send')
  await page.setViewportSize({ width: 360, height: 600 })
  await expect(page.getByText('You have 9,999')).toBeVisible()
  await sendEther(inChromium(wallet), windowOf(page), { url, token: contracts.usdc })

  // Sends the whole balance of a token.
  await page.goto(`${page.url().split('#')[0]}#send/${stranger}`)
  const what = page.getByRole('combobox', { name: 'What to send' })
  await expect(what.getByRole('option')).toHaveCount(3)
  await what.selectOption(contracts.dai)
  await page.getByRole('button', { name: 'Max' }).click()
  await page.getByRole('button', { name: 'Review' }).click()
  await approve(page)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  expect(await tokensOf(url, contracts.dai, alice)).toBe(0n)
  expect(windows()).toBe(0)
})

test('a name is looked up through the node, and once more when it counts @long', async ({
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
  await expect(page.getByText(/All but 0\.\d+ ETH, reserved for the fee/)).toBeVisible()

  await rpc(url, 'anvil_setCode', [resolver, answers(stranger)])
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('alert')).toContainText('This name now leads to another address.')
  await rpc(url, 'anvil_setCode', [resolver, answers(bob)])
  const before = await weiOf(url, bob)
  await page.getByRole('button', { name: 'Review' }).click()
  await approve(page)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  expect((await weiOf(url, bob)) - before).toBeGreaterThan(9_990n * 10n ** 18n)
})

test('a page that is closed over its own request leaves it to the next one', async ({
  chains,
  wallet,
}) => {
  const page = await wallet.popup(`popup.html#send/${stranger}`)
  await page.getByRole('textbox', { name: 'Amount of ETH' }).fill('1.5')
  await page.getByRole('button', { name: 'Review' }).click()
  await yes(page).waitFor()
  await page.close()

  const home = await wallet.popup()
  await home.getByText('1 request waiting').waitFor()
  await home.getByRole('button', { name: 'Show' }).click()
  const window = await approvalWindow(wallet.context)
  await approve(window)
  await closed(window)
  await expect.poll(() => weiOf(chains.local.url, stranger)).toBe(parseEther('1.5'))
})
