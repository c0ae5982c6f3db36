import { parseEther } from 'viem'
import { approvalWindow, approve, closed, yes } from '../support/walletPages.ts'
import { bob, stranger } from '../../unit/accounts.ts'
import { rpc } from '../../chain/rpc.ts'
import { weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'

const registry = '0xB94704422c2a1E396835A571837Aa5AE53285a95'
const resolver = '0x2000000000000000000000000000000000000002'

/** Returns EVM code that answers every call with an address. */
const answers = (address: string) => `0x73${address.slice(2).toLowerCase()}5f5260205ff3`

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
  // Facts about the address that come late move the button down, and a click would miss it.
  await expect(page.getByText('You have never sent to this address')).toBeVisible()
  await expect(page.getByText('You have 10,000 ETH')).toBeVisible()
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
