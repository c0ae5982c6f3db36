import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { share } from '@/lib/rpc/tabQueue'
import type { RelayAnswer } from '@/lib/page/relay'
import * as permissions from '@/lib/sites/permissions'
import { emptyDatabase } from '../database'
import { stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { newId } from '../site/siteWallet'
import { fake as browser } from './fakeBrowser'
import { serveSites } from './serveSites'

vi.mock('wxt/browser', async () => ({ browser: (await import('./fakeBrowser')).browser }))

/** The node, a fake that answers in a moment, counts, and can be held up. */
const node = { running: 0, most: 0, hold: Promise.resolve() }

serveSites(async () => {
  node.most = Math.max(node.most, ++node.running)
  // No network answers within the same task.
  await new Promise((resolve) => setTimeout(resolve))
  await node.hold
  node.running--
  return '0x1'
})

let count = 0

/** A site in a tab of its own, or in a frame of another's: asks, and has what it was answered. */
const openSite = (origin: string, around?: { tab: { id: number } }) => {
  const answers: { result?: unknown; error?: { code: number } }[] = []
  const id = ++count
  const tab = around?.tab ?? { id }
  const frameId = around ? id : 0
  const port = {
    name: 'site',
    sender: { id: 'volley', origin, documentId: `document ${id}`, frameId, tab },
    hear: (_message: unknown): void => undefined,
    postMessage(answer: RelayAnswer) {
      if ('text' in answer) answers.push(JSON.parse(answer.text) as object)
    },
    onMessage: { addListener: (listener: (message: unknown) => void) => (port.hear = listener) },
    onDisconnect: { addListener: () => undefined },
  }
  browser.connect?.(port)
  const ask = (method: string, params: unknown[] = []) =>
    port.hear({ id: newId(), method, wire: JSON.stringify(params) })
  return { ask, answers, tab }
}

const site = (index: number) => `https://site-${index}.example`

beforeEach(async () => {
  await emptyDatabase()
  Object.assign(node, { running: 0, most: 0, hold: Promise.resolve() })
})
afterEach(() => approvals.rejectAll())

test.each([1, 50])(
  '1,000 requests at once from %i sites: another one is served meanwhile',
  async (sites) => {
    // Sites that are not connected would run out of their share.
    for (let index = 0; index < sites; index++) await connectSite(site(index))
    const flooding = Array.from({ length: sites }, (_, index) => openSite(site(index)))
    for (let index = 0; index < 1000; index++)
      flooding[index % sites]?.ask('eth_getBalance', [index])
    const calm = openSite('https://calm.example')
    calm.ask('eth_chainId')
    calm.ask('eth_gasPrice')
    const answered = () => flooding.reduce((sum, { answers }) => sum + answers.length, 0)
    await vi.waitFor(() => expect(calm.answers).toHaveLength(2), { interval: 1 })
    // The other tab does not queue behind the flood: most of the flood is still open by then.
    if (sites === 1) expect(answered()).toBeLessThan(500)
    await vi.waitFor(() => expect(answered()).toBe(1000))
    expect(flooding.flatMap(({ answers }) => answers)).toEqual(Array(1000).fill({ result: '0x1' }))
    expect(node.most).toBeLessThanOrEqual((sites + 1) * share.running)
  },
)

test('a node that is silent for one site: its requests are kept up to a bound, and others are served', async () => {
  await connectSite(site(0))
  let release = () => undefined as void
  node.hold = new Promise((resolve) => (release = resolve))
  const flooding = openSite(site(0))
  // All requests differ: equal ones would be deduped.
  for (let index = 0; index < 3 * share.open; index++) flooding.ask('eth_getBalance', [index])
  await vi.waitFor(() => expect(flooding.answers).toHaveLength(2 * share.open))
  const codes = new Set(flooding.answers.map(({ error }) => error?.code))
  expect([...codes]).toEqual([-32005])
  await vi.waitFor(() => expect(node.running).toBe(share.running))
  const calm = openSite('https://calm.example')
  calm.ask('eth_chainId')
  await vi.waitFor(() => expect(calm.answers).toHaveLength(1))
  release()
  await vi.waitFor(() => expect(flooding.answers).toHaveLength(3 * share.open))
})

const waiting: [string, (index: number) => unknown[]][] = [
  ['eth_getBalance', (index) => [index]],
  ['eth_newBlockFilter', () => []],
  ['eth_newFilter', () => [{}]],
  ['eth_newPendingTransactionFilter', () => []],
  ['eth_sendRawTransaction', (index) => [`0x02${(0x1000 + index).toString(16)}`]],
]

test.each(waiting)(
  'a node that leaves %s open holds up nothing that the wallet answers by itself',
  async (method, paramsOf) => {
    let release = () => undefined as void
    node.hold = new Promise((resolve) => (release = resolve))
    await connectSite(site(0))
    const page = openSite(site(0))
    const reads = 2 * share.running
    for (let index = 0; index < reads; index++) page.ask(method, paramsOf(index))
    await vi.waitFor(() => expect(node.running).toBe(share.running))
    const { accounts } = await permissions.site(site(0))
    page.ask('eth_accounts')
    await vi.waitFor(() => expect(page.answers).toEqual([{ result: accounts }]))
    page.ask('eth_sendTransaction', [{ from: accounts[0], to: stranger }])
    await vi.waitFor(async () => expect(await journal.approvals.count()).toBe(1))
    release()
    await vi.waitFor(() => expect(page.answers).toHaveLength(1 + reads))
  },
)

test('a frame whose requests a node leaves open does not turn the wallet off for the page around it', async () => {
  let release = () => undefined as void
  node.hold = new Promise((resolve) => (release = resolve))
  await connectSite(site(0))
  const page = openSite(site(0))
  const frame = openSite('https://ad.example', page)
  for (let index = 0; index < 2 * share.open; index++) frame.ask('eth_call', [index])
  page.ask('eth_chainId')
  await vi.waitFor(() => expect(page.answers).toEqual([{ result: '0x2105' }]))
  const from = (await permissions.site(site(0))).accounts[0]
  page.ask('eth_sendTransaction', [{ from, to: stranger }])
  await vi.waitFor(async () => expect(await journal.approvals.count()).toBe(1))
  release()
  await vi.waitFor(() => expect(frame.answers).toHaveLength(2 * share.open))
})

test('1,000 requests that ask the user: five wait, no row is kept of the others, and reads go on', async () => {
  await connectSite(site(0))
  const told = vi.fn()
  const stop = approvals.approvalAdded.on(told)
  const flooding = openSite(site(0))
  const from = (await permissions.site(site(0))).accounts[0]
  for (let index = 0; index < 990; index++)
    flooding.ask('eth_sendTransaction', [{ from, to: stranger, value: `0x${index.toString(16)}` }])
  await vi.waitFor(() => expect(flooding.answers).toHaveLength(985))
  expect(flooding.answers.every(({ error }) => error?.code === -32005)).toBe(true)
  expect(await journal.approvals.count()).toBe(5)
  expect(told).toHaveBeenCalledTimes(5)
  for (let index = 0; index < share.running + 1; index++) flooding.ask('eth_chainId')
  await vi.waitFor(() => expect(flooding.answers).toHaveLength(985 + share.running + 1))
  stop()
})
