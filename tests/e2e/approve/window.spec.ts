import type { Page } from '@playwright/test'
import { executor } from '../../chain/executor.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import {
  closed,
  countWindows,
  decided,
  approvalWindow,
  approve,
  chooseNetwork,
  isHeld,
  reject,
} from '../support/walletPages.ts'
import { swapCalls } from '../support/chainState.ts'
import { request, idOf, payments, sendCalls } from '../support/site.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { expect, test } from '../support/test.ts'

const rejected = { error: { code: 4001, message: 'User rejected the request' } }

test('the window says who asks for what with which account, everything in full', async ({
  chains,
  wallet,
  dapp,
  connected,
}) => {
  const { contracts } = chains.local
  const calls = [...swapCalls(contracts), { to: stranger, value: '0x1', data: '0xdeadbeef' }]
  const decision = decided(wallet.context, sendCalls(connected, { calls }), async (window) => {
    const heading = window.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(`${new URL(dapp.url).origin} asks to send 4 steps on Local`)
    const main = window.getByRole('main')
    await expect(window.getByTitle(alice)).toBeVisible()
    await window.getByRole('button', { name: 'What it means' }).click()
    await expect(main).toContainText(executor)
    await expect(main).toContainText(/Allow .* to spend 100 lUSDC/)
    await expect(main).toContainText('Swap 100 lUSDC for at least 200 lDAI')
    await expect(main).toContainText('Send 50 lDAI')
    await expect(main).toContainText('Unknown action on')
    await expect(window.getByText('Network fee at most')).toBeVisible()

    await expect(main).toContainText(stranger)
    const lines = window.getByRole('region', { name: 'Steps' }).getByRole('listitem')
    const details = lines.filter({ has: window.getByRole('button', { expanded: false }) })
    await expect(details).toHaveCount(4)
    for (const [index, { to }] of calls.entries()) {
      await lines.nth(index).getByRole('button', { expanded: false }).click()
      await expect(lines.nth(index)).toContainText(to)
    }
    await expect(lines.nth(2)).toContainText(stranger)
    await expect(lines.nth(3)).toContainText('0xdeadbeef')
    await reject(window)
  })
  expect(await decision).toEqual(rejected)
})

test('requests wait for one another in one window @long', async ({ wallet, dapp, connected }) => {
  const windows = countWindows(wallet.context)
  const other = await wallet.context.newPage()
  await other.goto(dapp.other)
  const first = sendCalls(connected, { calls: payments.slice(0, 1) })
  const window = await approvalWindow(wallet.context)
  const second = request(other, 'eth_requestAccounts')
  await expect(window.getByText('1 of 2')).toBeVisible()
  const heading = window.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('asks to send 1 transaction')
  await approve(window)
  await idOf(first)

  await expect(heading).toContainText('asks to connect')
  await expect(window.getByText(/^1 of/)).toBeHidden()
  await chooseNetwork(window, 'Base')
  await approve(window)
  expect(await second).toEqual({ result: [alice] })
  await closed(window)
  expect(windows()).toBe(1)
})

test('closing the window rejects all that waits in it, once', async ({
  wallet,
  dapp,
  connected,
}) => {
  const windows = countWindows(wallet.context)
  const other = await wallet.context.newPage()
  await other.goto(dapp.other)
  const answers = [sendCalls(connected), request(other, 'eth_requestAccounts')]
  const window = await approvalWindow(wallet.context)
  await expect(window.getByText('1 of 2')).toBeVisible()
  await window.close()
  expect(await Promise.all(answers)).toEqual([rejected, rejected])
  // A window for the remaining requests would exist by the time the next request was decided.
  expect(await decided(wallet.context, sendCalls(connected), reject)).toEqual(rejected)
  expect(windows()).toBe(2)
})

type Port = {
  postMessage: (message: object) => void
  onMessage: { addListener: (listener: (message: object) => void) => void }
}
type Own = { chrome: { runtime: { connect: (info: { name: string }) => Port } } }

/** Shows the approval window after all that opens and closes it already. */
const takeTurn = (home: Page) =>
  home.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const port = (globalThis as unknown as Own).chrome.runtime.connect({ name: 'wallet' })
        port.onMessage.addListener((message) => {
          if ('id' in message) resolve()
        })
        port.postMessage({ id: 1, verb: 'showApprovals', params: null })
      }),
  )

test('a request that comes while the window closes is not closed with it', async ({
  wallet,
  connected,
}) => {
  const { context } = wallet
  const home = await wallet.popup()
  const journal = await openJournal(wallet)
  const asksForTwo = async () =>
    (await readRows(journal, 'approvals')).some(
      ({ state, wire }) => state === 'pending' && wire.includes('"0x2"'),
    )
  const answers = connected.evaluate(async (to) => {
    type Provider = { request: (request: object) => Promise<unknown> }
    const { ethereum } = window as unknown as { ethereum: Provider }
    const [from] = (await ethereum.request({ method: 'eth_accounts' })) as string[]
    const send = (value: string) =>
      ethereum.request({ method: 'eth_sendTransaction', params: [{ from, to, value }] })
    const said = (sent: Promise<unknown>) =>
      sent.then(String, (error: unknown) => (error as Error).message)
    return [await said(send('0x1')), await said(send('0x2'))]
  }, stranger)
  await reject(await approvalWindow(context))

  await expect.poll(asksForTwo).toBe(true)
  // The request may be in the old window or in a new one: once this was its turn, no window closes any more.
  await takeTurn(home)
  let held: Page | undefined
  const find = async () => {
    const windows = context.pages().filter((page) => page.url().includes('popup.html?approval'))
    const found = await Promise.all(windows.map(isHeld))
    held = windows.find((_, index) => found[index])
    return held !== undefined
  }
  await expect.poll(find).toBe(true)
  if (held) await approve(held)
  expect(await answers).toEqual([rejected.error.message, expect.stringMatching(/^0x.{64}$/)])
})
