import type { Page } from '@playwright/test'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { sendMined } from '../support/chainState.ts'
import { stopWorker } from '../support/chromium.ts'
import { act, bundle } from '../support/clients.ts'
import { request, resultOf } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

type Told = [subscription: string, what: string]
type Message = {
  type: string
  data: { subscription: string; result: { number?: Hex; data?: Hex; removed?: boolean } }
}
type Watching = {
  ethereum: { on: (event: string, listener: (message: Message) => void) => void }
  told: Told[]
}

/** Makes the page record its `message` events: a head by its number, a log by its value. */
const hear = (page: Page) =>
  page.evaluate(() => {
    const site = window as unknown as Watching
    site.told = []
    site.ethereum.on('message', ({ type, data: { subscription, result } }) => {
      if (type !== 'eth_subscription') return
      const what = `${Number(result.number ?? result.data)}${result.removed ? ' removed' : ''}`
      site.told.push([subscription, what])
    })
  })

const told = (page: Page, subscription: string) =>
  page.evaluate(
    (id) =>
      (window as unknown as Watching).told.filter(([one]) => one === id).map(([, what]) => what),
    subscription,
  )

/** Blocks and allowances of which viem tells the page. */
const watched = async (page: Page) =>
  (await act(page, 'seen')) as { blocks: number[]; allowed: string[] }

const subscribe = (page: Page, ...params: unknown[]) =>
  resultOf<string>(request(page, 'eth_subscribe', params))

const heightOf = async (url: string) => Number(await rpc<Hex>(url, 'eth_blockNumber'))

/** Mines an ERC-20 approval in a block of its own, from an account of the node, and waits until it is there. */
const approveToken = async (url: string, token: Address, amount: number) => {
  const accounts = await rpc<Address[]>(url, 'eth_accounts')
  const [from, spender] = [accounts[7], accounts[8]]
  if (!from || !spender) throw new Error('the node has too few accounts')
  const args = [spender, BigInt(amount)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  await sendMined(url, { from, to: token, data })
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

test('no block and no log is lost or doubled, whatever becomes of the background', async ({
  chains,
  wallet,
  connected: page,
}) => {
  const { url, contracts } = chains.local
  const { usdc } = contracts
  await page.evaluate(await bundle('viem.ts'))
  await hear(page)
  const heads = await subscribe(page, 'newHeads')
  const logs = await subscribe(page, 'logs', { address: usdc })
  const before = await heightOf(url)
  await act(page, 'watchBlocks', usdc)
  // viem starts at the newest block; its filter must exist before the next event.
  await expect.poll(async () => (await watched(page)).blocks).toEqual([before])
  await approveToken(url, usdc, 1)
  await expect.poll(async () => (await watched(page)).allowed).toEqual(['1'])

  await rpc(url, 'anvil_mine', ['0x5'])
  await approveToken(url, usdc, 2)
  await stopWorker(wallet.context, wallet.id)
  await approveToken(url, usdc, 3)
  await rpc(url, 'anvil_mine', ['0x3'])
  await stopWorker(wallet.context, wallet.id)
  await approveToken(url, usdc, 4)

  expect(await heightOf(url)).toBe(before + 12)
  const blocks = range(before + 1, before + 12)
  const amounts = ['1', '2', '3', '4']
  await expect.poll(() => told(page, heads)).toEqual(blocks.map(String))
  await expect.poll(() => told(page, logs)).toEqual(amounts)
  await expect.poll(async () => (await watched(page)).blocks).toEqual([before, ...blocks])
  await expect.poll(async () => (await watched(page)).allowed).toEqual(amounts)

  // The subscription ID survives the restart: it can be unsubscribed and then gets no more events.
  expect(await request(page, 'eth_unsubscribe', [heads])).toEqual({ result: true })
  await approveToken(url, usdc, 5)
  await expect.poll(() => told(page, logs)).toEqual([...amounts, '5'])
  expect(await told(page, heads)).toEqual(blocks.map(String))
})

test('a re-org is told: heads of the new branch, logs of the old one as removed @long', async ({
  chains,
  connected: page,
}) => {
  const { url, contracts } = chains.local
  await hear(page)
  const heads = await subscribe(page, 'newHeads')
  const logs = await subscribe(page, 'logs', { address: contracts.usdc })
  const before = await heightOf(url)
  const snapshot = await rpc<Hex>(url, 'evm_snapshot')
  await approveToken(url, contracts.usdc, 1)
  await approveToken(url, contracts.usdc, 2)
  const [one, two, three] = range(before + 1, before + 3).map(String)
  // Heads and logs are told apart: a head that was not read before the revert is never told.
  await expect.poll(() => told(page, heads)).toEqual([one, two])
  await expect.poll(() => told(page, logs)).toEqual(['1', '2'])
  await rpc(url, 'evm_revert', [snapshot])
  await approveToken(url, contracts.usdc, 3)
  await rpc(url, 'anvil_mine', ['0x2'])
  await expect.poll(() => told(page, logs)).toEqual(['1', '2', '1 removed', '2 removed', '3'])
  await expect.poll(() => told(page, heads)).toEqual([one, two, one, two, three])
})

test('a page that is not connected gets no subscription, while one beside it does', async ({
  chains,
  wallet,
  dapp,
  connected,
}) => {
  const { url, contracts } = chains.local
  const page = await wallet.context.newPage()
  await page.goto(dapp.url.replace('127.0.0.1', 'app.localhost'))
  await hear(page)
  for (const params of [['newHeads'], ['logs', { address: contracts.usdc }]])
    expect(await request(page, 'eth_subscribe', params)).toMatchObject({ error: { code: 4100 } })

  await hear(connected)
  const heads = await subscribe(connected, 'newHeads')
  await approveToken(url, contracts.usdc, 1)
  await expect.poll(() => told(connected, heads)).toEqual([String(await heightOf(url))])
  const all = await page.evaluate(() => (window as unknown as Watching).told)
  expect(all).toEqual([])
})
