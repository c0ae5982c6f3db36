import type { Page } from '@playwright/test'
import { parseUnits } from 'viem'
import { development } from '../../chain/development.ts'
import { plantRouter } from '../../chain/router.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import {
  approvalWindow,
  approve,
  askNode,
  chooseNetwork,
  closed,
  countWindows,
  reject,
  unlock,
} from '../support/walletPages.ts'
import { tokensOf, weiOf } from '../support/chainState.ts'
import { openClient } from '../support/clients.ts'
import { allowBob, takeBefore } from '../support/bait.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shown = (page: Page, name: string) => page.getByRole('status', { name, exact: true })

/** Clicks a button whose request the user then decides. */
const click = async (
  page: Page,
  name: string,
  decide: (window: Page) => Promise<unknown> = approve,
) => {
  await button(page, name).click()
  const window = await approvalWindow(page.context())
  await decide(window)
  await closed(window)
}

test('wagmi in a page: from connecting to disconnecting', async ({ chains, dapp, own, wallet }) => {
  const { context } = wallet
  const { url, contracts } = chains.local
  // From the start: that a chain has none counts as known for a while.
  await plantRouter(url, bob)
  const address = `${dapp.url}client?token=${contracts.usdc}&to=${stranger}&rpc=${encodeURIComponent(own.url)}`
  const page = await openClient(context, address, 'wagmi.tsx')
  const connection = shown(page, 'connection')
  await expect(connection).toHaveText('["disconnected",null,null,null]')
  await click(page, 'Volley', async (window) => {
    await chooseNetwork(window, 'Local')
    await approve(window)
  })
  const connected = `["connected","Volley","${alice}",31337]`
  await expect(connection).toHaveText(connected)

  // wagmi asks once, and a node that takes longer than 2 s is not awaited: its answer is known before wagmi asks again.
  const can = () => request(page, 'wallet_getCapabilities', [alice, ['0x7a69']])
  await expect.poll(can).toMatchObject({ result: { '0x7a69': { atomic: { status: 'ready' } } } })
  const windows = countWindows(context)
  await page.reload()
  await expect(connection).toHaveText(connected)
  expect(windows()).toBe(0)

  await click(page, 'Sign')
  await expect(shown(page, 'message verified')).toHaveText('true')
  await click(page, 'Sign typed data')
  await expect(shown(page, 'typed data verified')).toHaveText('true')
  await click(page, 'Sign in')
  await expect(shown(page, 'Sign in:')).toHaveText('true')
  await click(page, 'Sign in', reject)
  await expect(shown(page, 'Sign in:')).toHaveText(
    '{"name":"UserRejectedRequestError","code":4001}',
  )

  await click(page, 'Send')
  await expect(shown(page, 'receipt')).toHaveText('"success"')
  await click(page, 'Transfer')
  await expect(shown(page, 'transfers')).toHaveText('["1000000"]')
  expect(await tokensOf(url, contracts.usdc, stranger)).toBe(parseUnits('1', 6))

  await expect(shown(page, 'capabilities')).toContainText('"atomic":{"status":"ready"}')
  await click(page, 'Send calls')
  await expect(shown(page, 'waited')).toHaveText('"success"')
  await expect(shown(page, 'status')).toHaveText('200')
  expect(await weiOf(url, stranger)).toBe(4n)
  await click(page, 'Send calls', reject)
  await expect(shown(page, 'Send calls:')).toContainText('"code":4001')
  await click(page, 'Send calls and wait')
  await expect(shown(page, 'Send calls and wait:')).toContainText('"status":"success"')
  expect(await weiOf(url, stranger)).toBe(7n)

  // The wallet locks what it sends, and wagmi reads nothing of it.
  await click(page, 'Send tokens')
  await expect(shown(page, 'told')).toHaveText('[200,["success",1]]')
  await allowBob(url, contracts.usdc)
  await rpc(url, 'evm_setAutomine', [false])
  await click(page, 'Send tokens')
  await takeBefore(url, contracts.usdc)
  await expect(shown(page, 'told')).toHaveText('[500,["reverted",0]]')
  await expect(shown(page, 'waited')).toHaveText('"failure"')

  await click(page, 'Base Sepolia')
  await expect(connection).toHaveText(`["connected","Volley","${alice}",84532]`)

  // wagmi requests to add a network if it cannot switch to it.
  await click(page, 'Own Net', async (window) => {
    await askNode(window)
    await approve(window)
  })
  await expect(connection).toHaveText(`["connected","Volley","${alice}",777]`)
  await click(page, 'Send')
  await expect.poll(() => weiOf(own.url, stranger)).toBe(1n)

  // wagmi treats a locked wallet as disconnected, and reconnects by itself.
  const home = await wallet.popup()
  await button(home, 'Lock').click()
  await expect(connection).toHaveText('["disconnected",null,null,null]')
  await unlock(home, development.password)
  await expect(connection).toHaveText(`["connected","Volley","${alice}",777]`)

  await button(page, 'Disconnect').click()
  await expect(connection).toHaveText('["disconnected",null,null,null]')
  await home.getByRole('link', { name: 'Sites', exact: true }).click()
  await expect(home.getByText('No sites connected.')).toBeVisible()
  await page.reload()
  await expect(button(page, 'Volley')).toBeVisible()
  await expect(connection).toHaveText('["disconnected",null,null,null]')
})
