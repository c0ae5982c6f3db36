import type { Page } from '@playwright/test'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { killBrowser, launchWallet, type Wallet } from '../support/chromium.ts'
import { countRows, openJournal } from '../support/journal.ts'

type Port = {
  postMessage: (message: unknown) => void
  onMessage: { addListener: (listener: (message: unknown) => void) => void }
  onDisconnect: { addListener: (listener: () => void) => void }
}

type Extension = {
  chrome: {
    runtime: {
      sendMessage: (id: string, message: unknown) => Promise<unknown>
      connect: ((id: string, info: { name: string }) => Port) & ((info: { name: string }) => Port)
    }
  }
}

const messages = [
  { id: '0'.repeat(32), method: 'eth_accounts', wire: '[]', isQuiet: false },
  { id: 1, verb: 'lock', params: null },
  { id: 2, verb: 'approve', params: { id: '0'.repeat(32), decision: {} } },
  null,
]

test('another extension is refused: its messages, its Ports, whatever it calls them', async ({
  extension,
}) => {
  const other = { folder: 'tests/e2e/support/extensions/otherWallet' }
  const wallet = await launchWallet({ extension, beside: other, headless: true })
  try {
    const find = () =>
      wallet.context.serviceWorkers().find((worker) => worker.url().endsWith('/serviceWorker.js'))
    await expect.poll(find).toBeTruthy()
    const said = await find()?.evaluate(
      async ([id, all]) => {
        const { runtime } = (globalThis as unknown as Extension).chrome
        const heard: unknown[] = []
        for (const message of all)
          heard.push(await runtime.sendMessage(id, message).catch(() => 'refused'))
        for (const name of ['site', 'wallet', '']) {
          const port = runtime.connect(id, { name })
          const end = new Promise((done) => port.onDisconnect.addListener(() => done('closed')))
          port.onMessage.addListener((message) => heard.push(message))
          try {
            for (const message of all) port.postMessage(message)
          } catch {
            // The Port is closed already.
          }
          heard.push(await end)
        }
        return heard
      },
      [wallet.id, messages] as const,
    )
    expect(said).toEqual([...Array<string>(4).fill('refused'), 'closed', 'closed', 'closed'])
  } finally {
    await wallet.context.close()
    await killBrowser(wallet.profile)
  }
})

/** Runs code in the relay's isolated world, as an attacker would who controls a content script. */
const inRelay = async ({ context, id }: Wallet, page: Page) => {
  const session = await context.newCDPSession(page)
  const contexts: { id: number; origin: string }[] = []
  session.on('Runtime.executionContextCreated', ({ context: found }) => contexts.push(found))
  await session.send('Runtime.enable')
  const relay = contexts.find(({ origin }) => origin === `chrome-extension://${id}`)
  if (!relay) throw new Error('The page has no relay.')
  return async (code: string) => {
    const { result } = await session.send('Runtime.evaluate', {
      expression: code,
      contextId: relay.id,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value as unknown
  }
}

test('nothing that a content script can send reaches the wallet’s own door', async ({
  wallet,
  connected,
}) => {
  const journal = await openJournal(wallet)
  const before = await countRows(journal)
  const run = await inRelay(wallet, connected)
  const verbs = [
    'lock',
    'unlock',
    'approve',
    'reject',
    'quote',
    'importPhrase',
    'disconnect',
    'showApprovals',
  ]
  const sent = verbs.map((verb, id) => ({ id, verb, params: null }))
  const heard = await run(`new Promise((done) => {
    const heard = []
    const port = chrome.runtime.connect({ name: 'wallet' })
    port.onMessage.addListener((message) => heard.push(message))
    port.onDisconnect.addListener(() => done([...heard, 'closed']))
    try { for (const message of ${JSON.stringify(sent)}) port.postMessage(message) } catch {}
  })`)
  expect(heard).toEqual(['closed'])
  const site = await run(`new Promise((done) => {
    const heard = []
    const port = chrome.runtime.connect({ name: 'site' })
    port.onMessage.addListener((message) => {
      if ('state' in message) return
      heard.push(message)
      done(heard)
    })
    for (const message of ${JSON.stringify(sent)}) port.postMessage(message)
    port.postMessage({ id: '${'0'.repeat(32)}', method: 'lock', wire: 'null' })
  })`)
  expect(site).toEqual([
    { id: '0'.repeat(32), text: expect.stringContaining('"code":4200') as unknown },
  ])
  // The wallet is still unlocked and connected, and no request was stored.
  expect((await request(connected, 'eth_accounts')).result).toHaveLength(1)
  expect(await countRows(journal)).toEqual(before)
})
