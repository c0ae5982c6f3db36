import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'
import type { RelayAnswer } from '@/lib/page/relay'
import { reserve, total } from '@/lib/rpc/tabQueue'
import { connectSite } from '../../harness/connectSite'
import { emptyDatabase } from '../database'
import { newId } from '../site/siteWallet'
import { fake as browser } from './fakeBrowser'
import { serveSites } from './serveSites'

vi.mock('wxt/browser', async () => ({ browser: (await import('./fakeBrowser')).browser }))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const megabytes = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

const asked = { count: 0, answer: [] as (() => void)[] }

serveSites(
  () =>
    new Promise((resolve) => {
      asked.count++
      asked.answer.push(() => resolve('0x1'))
    }),
)

beforeEach(emptyDatabase)

/** A site in a tab of its own, which counts what it is answered. */
const openTab = (id: number) => {
  const answers = { count: 0 }
  const port = {
    name: 'site',
    sender: {
      id: 'volley',
      origin: 'https://flood.example',
      documentId: `document ${id}`,
      frameId: 0,
      tab: { id: 1000 + id },
    },
    hear: (_message: unknown): void => undefined,
    postMessage(answer: RelayAnswer) {
      if ('text' in answer) answers.count++
    },
    onMessage: { addListener: (listener: (message: unknown) => void) => (port.hear = listener) },
    onDisconnect: { addListener: () => undefined },
  }
  browser.connect?.(port)
  return { port, answers }
}

/** Params of 1 MiB that take twenty times as much once they are parsed. */
const swelling = (index: number) => `[${index},${'{},'.repeat(349_000)}{}]`

test('what 20 tabs make the background hold at a silent node, measured', async () => {
  // One that is not connected would run out of its share first.
  await connectSite('https://flood.example')
  const tabs = Array.from({ length: 20 }, (_, id) => openTab(id))
  const before = megabytes()
  for (const [tab, { port }] of tabs.entries())
    for (let index = 0; index < 10; index++)
      port.hear({ id: newId(), method: 'eth_call', wire: swelling(10 * tab + index) })
  const refused = () => tabs.reduce((sum, { answers }) => sum + answers.count, 0)
  await vi.waitFor(() => expect(asked.count + refused()).toBe(200))
  const characters = total.characters + tabs.length * reserve.characters
  // The text, its key among the reads under way, and what Node itself takes meanwhile.
  expect(megabytes() - before).toBeLessThan((2.5 * characters) / 1024 / 1024)
  expect(asked.count).toBeGreaterThan(30)
  for (const answer of asked.answer) answer()
  await vi.waitFor(() => expect(refused()).toBe(200))
  asked.answer = []
  expect(megabytes() - before).toBeLessThan(20)
})
