import type { Page } from '@playwright/test'
import { alice, stranger } from '../../unit/accounts.ts'
import {
  approvalWindow,
  approve,
  closed,
  countWindows,
  decided,
  disconnect,
  reject,
  windowStands,
} from '../support/walletPages.ts'
import { reloadExtension, stopWorker, type Wallet } from '../support/chromium.ts'
import { nonceOf, weiOf } from '../support/chainState.ts'
import {
  heard,
  idOf,
  listen,
  payments,
  request,
  sendCalls,
  settled,
  type Answer,
} from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { countRows, openJournal, readRows } from '../support/journal.ts'

const stop = ({ context, id }: Wallet) => stopWorker(context, id)

const single = { id: 'mine', calls: payments.slice(0, 1) }

/** Returns the window of a request, with a background that was restarted under it. */
const stopUnderWindow = async (wallet: Wallet) => {
  const window = await windowStands(wallet.context)
  await stop(wallet)
  return window
}

test('a request outlives the background while its window is open: approved', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const nonce = await nonceOf(url, alice)
  const journal = await openJournal(wallet)
  const before = await countRows(journal)
  const windows = countWindows(wallet.context)

  const answer = sendCalls(connected, single)
  const window = await stopUnderWindow(wallet)
  await stop(wallet)
  await approve(window)
  // The replayed request gets the result, not 5720 for the batch ID that it has itself reserved.
  expect(await answer).toEqual({ result: { id: 'mine', batchId: 'mine', status: 'pending' } })
  expect((await settled(connected, 'mine')).status).toBe(200)

  await closed(window)
  expect(windows()).toBe(1)
  const { approvals, batches } = before
  expect(await countRows(journal)).toEqual({ approvals: approvals + 1, batches: batches + 1 })
  expect(await nonceOf(url, alice)).toBe(nonce + 1)
  expect(await weiOf(url, stranger)).toBe(1n)
})

test('a request outlives the background while its window is open: refused @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const nonce = await nonceOf(chains.local.url, alice)
  const windows = countWindows(wallet.context)
  for (const [index, decide] of [reject, (window: Page) => window.close()].entries()) {
    const answer = sendCalls(connected, single)
    const window = await stopUnderWindow(wallet)
    await decide(window)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
    await closed(window)
    expect(windows()).toBe(index + 1)
  }
  expect(await nonceOf(chains.local.url, alice)).toBe(nonce)
})

test('a batch outlives the background after its approval', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const nonce = await nonceOf(url, alice)
  const id = await idOf(decided(wallet.context, sendCalls(connected)))
  await stop(wallet)
  const status = await settled(connected, id)
  expect(status).toMatchObject({ status: 200, atomic: true })
  expect(status.receipts).toHaveLength(1)
  // One nonce for the transaction, one for its authorization (EIP-7702).
  expect(await nonceOf(url, alice)).toBe(nonce + 2)

  await stop(wallet)
  expect(await settled(connected, id)).toEqual(status)
})

test('a replayed request asks nothing and sends nothing twice', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const nonce = await nonceOf(url, alice)
  const windows = countWindows(wallet.context)
  const answer = sendCalls(connected, single)
  const window = await approvalWindow(wallet.context)
  const journal = await openJournal(wallet)
  const before = await countRows(journal)
  const [row] = (await readRows(journal, 'approvals')).filter(({ state }) => state === 'pending')
  const { id = '', method = '', wire = '' } = row ?? {}
  const expected = { result: { id: 'mine', batchId: 'mine', status: 'pending' } }

  const whilePending = replay(connected, { id, method, wire })
  await approve(window)
  expect(await answer).toEqual(expected)
  expect(await whilePending).toEqual(expected)
  await closed(window)
  expect(await replay(connected, { id, method, wire })).toEqual(expected)
  await stop(wallet)
  expect(await replay(connected, { id, method, wire })).toEqual(expected)
  const other = { id, method, wire: wire.replace('"0x1"', '"0x9"') }
  expect(await replay(connected, other)).toMatchObject({ error: { code: -32600 } })

  expect((await settled(connected, 'mine')).status).toBe(200)
  expect(windows()).toBe(1)
  expect(await countRows(journal)).toEqual({ ...before, batches: before.batches + 1 })
  expect(await nonceOf(url, alice)).toBe(nonce + 1)
  expect(await weiOf(url, stranger)).toBe(1n)
})

test('a page hears events after the background was stopped', async ({
  wallet,
  dapp,
  connected,
}) => {
  await listen(connected)
  await stop(wallet)
  await disconnect(await wallet.popup(), dapp.url)
  await expect.poll(() => heard(connected)).toEqual([['accountsChanged', []]])
  expect((await request(connected, 'eth_accounts')).result).toEqual([])
})

test('a page whose extension was reloaded is told to reload', async ({ wallet, connected }) => {
  await listen(connected)
  await reloadExtension(wallet)
  const code = async () => (await request(connected, 'eth_chainId')).error?.code
  await expect.poll(code).toBe(4900)
  const { error } = await request(connected, 'eth_accounts')
  expect(error?.message).toContain('reload the page')
  expect((await heard(connected)).map(([event]) => event)).toContain('disconnect')
})

type Port = {
  postMessage: (message: unknown) => void
  onMessage: { addListener: (listener: (message: { id?: string; text?: string }) => void) => void }
}
type World = { chrome: { runtime: { connect: (options: { name: string }) => Port } } }

/**
 * Sends a request over a new Port from the content script's world in a page. A relay does just this after its
 * Port was closed: it replays the request under its ID.
 */
export const replay = async (
  page: Page,
  request: { id: string; method: string; wire: string },
): Promise<Answer> => {
  const session = await page.context().newCDPSession(page)
  const worlds: { id: number; name: string }[] = []
  session.on('Runtime.executionContextCreated', ({ context }) => worlds.push(context))
  await session.send('Runtime.enable')
  const world = worlds.find(({ name }) => name === 'Volley')
  if (!world) throw new Error('The page has no content script of the wallet.')

  const ask = (message: typeof request) =>
    new Promise<string>((resolve) => {
      const { chrome } = globalThis as unknown as World
      const port = chrome.runtime.connect({ name: 'site' })
      port.onMessage.addListener(({ id, text }) => {
        if (id === message.id && text !== undefined) resolve(text)
      })
      port.postMessage(message)
    })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(${ask.toString()})(${JSON.stringify(request)})`,
    contextId: world.id,
    awaitPromise: true,
  })
  await session.detach()
  return JSON.parse(String(result.value)) as Answer
}
