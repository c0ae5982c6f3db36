import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rpcError } from '@/lib/rpc/errors'
import { gets, open, pass } from './quotesHarness'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a quote that was begun is told to the page at once, and not asked for again', async () => {
  const { begin, quote, quoteAhead, look } = open()
  begin()
  begin()
  await pass(100)
  const { told } = look()
  await pass(0)
  expect(gets(told)).toEqual([100])
  await pass(2_000)
  expect(quoteAhead).toHaveBeenCalledOnce()
  expect(quote).not.toHaveBeenCalled()
})

test('a page may have it before it watches, and then has it told all the same', async () => {
  const { begin, quotes, quote, quoteAhead, look } = open()
  expect(await quotes.begunFor({ id: 'a' })).toBeUndefined()
  begin()
  const early = quotes.begunFor({ id: 'a' })
  expect(await quotes.begunFor({ id: 'b' })).toBeUndefined()
  expect(await quotes.begunFor({ id: 'a', mode: 'sequence' })).toBeUndefined()
  await pass(100)
  const quoted = await early
  expect(quoted).toBeDefined()
  const { told } = look()
  await pass(0)
  expect(told).toEqual([quoted])
  expect(quoteAhead).toHaveBeenCalledOnce()
  expect(quote).not.toHaveBeenCalled()
})

test('what the wallet overtook, or slept over, no page has before it watches', async () => {
  const { begin, quotes } = open()
  begin()
  await pass(10)
  const underWay = quotes.begunFor({ id: 'a' })
  quotes.stir()
  await pass(100)
  expect(await underWay).toBeUndefined()

  begin()
  await pass(100)
  quotes.stir()
  expect(await quotes.begunFor({ id: 'a' })).toBeUndefined()

  begin()
  await pass(10)
  const sleptOver = quotes.begunFor({ id: 'a' })
  vi.setSystemTime(Date.now() + 3_600_000)
  await pass(100)
  expect(await sleptOver).toBeUndefined()
  expect(await quotes.begunFor({ id: 'a' })).toBeUndefined()
})

test('a page joins one that is under way', async () => {
  const { begin, chain, quote, look } = open()
  chain.time = 100
  begin()
  await pass(50)
  const { told } = look()
  await pass(60)
  expect(gets(told)).toEqual([100])
  expect(quote).not.toHaveBeenCalled()
})

test('a block that came since is quoted at the next look', async () => {
  const { begin, chain, look } = open()
  begin()
  await pass(100)
  Object.assign(chain, { head: 'second', get: 90 })
  const { told } = look()
  await pass(250)
  expect(gets(told)).toEqual([100, 90])
})

test('its outcome can be accepted', async () => {
  const { begin, quotes, look } = open()
  begin()
  const { told } = look()
  await pass(100)
  const [first] = told
  if (first === undefined || first === 'same' || !('quote' in first)) throw new Error('no quote')
  expect(quotes.recall('a', first.outcome)).toBeDefined()
})

test('another request, or other params, get nothing of it', async () => {
  const { begin, chain, quote, look } = open()
  begin()
  await pass(100)
  chain.get = 90
  const other = look('b')
  await pass(100)
  expect(gets(other.told)).toEqual([90])
  expect(quote).toHaveBeenCalledOnce()
})

test('after 3 s it counts no more', async () => {
  const { begin, chain, look } = open()
  begin()
  await pass(3_000)
  chain.get = 90
  const { told } = look()
  await pass(100)
  expect(gets(told)).toEqual([90])
})

test('it counts no more after a sleep, during which no timer ran', async () => {
  const { begin, chain, look } = open()
  begin()
  await pass(100)
  vi.setSystemTime(Date.now() + 3_600_000)
  chain.get = 90
  const { told } = look()
  await pass(100)
  expect(gets(told)).toEqual([90])
})

test('a node that was silent is told to the page, which waits for no second silence', async () => {
  const { begin, chain, quote, look } = open()
  Object.assign(chain, { failure: rpcError('chainDisconnected'), time: 2_500 })
  begin()
  await pass(1_000)
  const { told } = look()
  await pass(1_510)
  expect(told).toMatchObject([{ error: { code: 4901 } }])
  expect(quote).not.toHaveBeenCalled()
})

test('what the wallet itself did since makes it count no more, also while it is under way', async () => {
  for (const before of [100, 10]) {
    const { begin, chain, quotes, look } = open()
    begin()
    await pass(before)
    chain.get = 90
    quotes.stir()
    const { told } = look()
    await pass(100)
    expect(gets(told)).toEqual([90])
  }
})

test('what the wallet itself does while a page waits for it makes it count no more', async () => {
  const { begin, chain, quotes, look } = open()
  begin()
  await pass(10)
  const { told } = look()
  await pass(5)
  chain.get = 90
  quotes.stir()
  await pass(100)
  expect(gets(told)).toEqual([90])
})

test('a failure is told by the page’s own quote', async () => {
  const { begin, chain, quote, look } = open()
  chain.failure = rpcError('atomicityNotSupported')
  begin()
  await pass(100)
  const { told } = look()
  await pass(100)
  expect(gets(told)).toEqual([chain.failure])
  expect(quote).toHaveBeenCalledOnce()
})

test('a page is told what it watches once, and the next page asks anew', async () => {
  const { begin, chain, look } = open()
  begin()
  await pass(100)
  look().stop()
  await pass(10)
  chain.get = 90
  const { told } = look()
  await pass(100)
  expect(gets(told)).toEqual([90])
})
