import type { Address } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHoldings } from '@/components/hooks/useHoldings'
import { usePricing } from '@/components/prices/usePricing'
import { useListed } from '@/components/tokens/useListed'
import { cache } from '@/lib/db'
import { holdingsKey } from '@/lib/holdings/holdings'
import feeds from '@/lib/listed/feeds.json'
import { alice, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

type Asked = { also: { to: Address }[] }

const background = vi.hoisted(() => ({
  asked: [] as unknown[],
  answer: () => Promise.resolve(),
}))

vi.mock('@/components/store/session', () => ({
  wallet: (_: string, asked: unknown) => {
    background.asked.push(asked)
    return background.answer()
  },
}))

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const [feed] = feeds['8453'].feeds[usdc]

/** Keeps holdings as the background does after a look. */
const keep = async (...addresses: Address[]) => {
  const assets = addresses.map((address) => ({ standard: 'ERC20', address, amount: '0x5' }))
  const key = holdingsKey(8453, alice)
  await cache.facts.put({ key, value: { native: '0x0', assets }, at: Date.now() })
}

const looks = () => background.asked.length
const feedsAsked = () =>
  (background.asked as Asked[]).map(({ also }) => also.some(({ to }) => to === feed))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  await Promise.all([usePricing.ahead(), useListed.ahead()])
  background.asked = []
  background.answer = () => Promise.resolve()
  dom = await openDom()
  Reflect.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  await dom.close()
  vi.useRealTimers()
})

const step = () => dom.settle(() => new Promise((resolve) => setImmediate(resolve)))

const until = async (isSo: () => boolean) => {
  while (!isSo()) await step()
}

const Shown = () => `holds ${useHoldings(8453, alice, '').holdings?.assets.length ?? 'nothing'}`

const holds = (count: number) => until(() => dom.text() === `holds ${count}`)

test('a token whose balance comes and goes has nothing read again before its time', async () => {
  await keep()
  await dom.show(Shown, {})
  await until(() => looks() === 1)
  for (let turn = 0; turn < 4; turn++) {
    await keep(stranger)
    await holds(1)
    await keep(usdc, stranger)
    await holds(2)
    await keep()
    await holds(0)
  }
  expect(looks()).toBe(1)
  await dom.settle(() => {
    vi.advanceTimersByTime(10_000)
  })
  await until(() => looks() === 2)
})

test('a listed token that a look finds has its price read at once, and once', async () => {
  await keep(stranger)
  // A node that answers by turns.
  background.answer = () => (looks() % 2 === 1 ? keep(usdc) : keep())
  await dom.show(Shown, {})
  await until(() => looks() === 2)
  await holds(0)
  expect(feedsAsked()).toEqual([false, true])
  await dom.settle(() => {
    vi.advanceTimersByTime(10_000)
  })
  await until(() => looks() === 3)
  await holds(1)
  expect(feedsAsked()).toEqual([false, true, true])
})
