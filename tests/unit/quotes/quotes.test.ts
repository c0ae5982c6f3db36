import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rpcError } from '@/lib/rpc/errors'
import { gets, open, pass } from './quotesHarness'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('while somebody looks', () => {
  test('the same pending block is not simulated twice, and each new one once', async () => {
    const { chain, quote, headOf, look } = open()
    const { told } = look()
    await pass(3_000)
    expect(gets(told)).toEqual([100])
    expect(quote).toHaveBeenCalledOnce()
    expect(headOf.mock.calls.length).toBeGreaterThan(10)
    Object.assign(chain, { head: 'second', get: 90 })
    await pass(250)
    expect(gets(told)).toEqual([100, 90])
    Object.assign(chain, { head: 'third' })
    await pass(250)
    expect(gets(told)).toEqual([100, 90, 'same'])
    await pass(3_000)
    expect(quote).toHaveBeenCalledTimes(3)
  })

  test('blocks that come faster than the node shows them are looked at once per 200 ms', async () => {
    const { chain, headOf, look } = open()
    look()
    for (let block = 0; block < 100; block++) {
      chain.head = String(block)
      await pass(10)
    }
    expect(headOf.mock.calls.length).toBeLessThanOrEqual(6)
  })

  test('a slow node has one question at a time', async () => {
    const { chain, quote, most, look } = open()
    Object.assign(chain, { time: 1_000 })
    look()
    for (let block = 0; block < 50; block++) {
      chain.head = String(block)
      await pass(100)
    }
    expect(most.running).toBe(1)
    expect(quote.mock.calls.length).toBeGreaterThan(3)
  })

  test('whoever looks at the same shares it, and is told at once what is known', async () => {
    const { chain, quote, look } = open()
    const first = look()
    await pass(100)
    const second = look()
    expect(gets(second.told)).toEqual([100])
    Object.assign(chain, { head: 'second', get: 90 })
    await pass(250)
    expect(gets(first.told)).toEqual([100, 90])
    expect(gets(second.told)).toEqual([100, 90])
    expect(quote).toHaveBeenCalledTimes(2)
  })

  test('what the wallet itself has done is a reason to look again', async () => {
    const { quotes, quote, look } = open()
    look()
    await pass(1_000)
    quotes.stir()
    await pass(250)
    expect(quote).toHaveBeenCalledTimes(2)
  })

  test('what no node could tell is asked again every 2 s, under the same block too', async () => {
    const { chain, quote, look } = open()
    Object.assign(chain, { over: { verdict: 'unknown' } })
    look()
    await pass(5_000)
    expect(quote).toHaveBeenCalledTimes(3)
  })
})

describe('nobody looks', () => {
  test('nothing is asked', async () => {
    const { headOf, quote } = open()
    await pass(10_000)
    expect(headOf).not.toHaveBeenCalled()
    expect(quote).not.toHaveBeenCalled()
  })

  test('nothing is asked any more, and the worker may go', async () => {
    const { chain, headOf, awake, look } = open()
    const [first, second] = [look(), look()]
    await pass(1_000)
    first.stop()
    expect(awake).toHaveBeenLastCalledWith(true)
    second.stop()
    expect(awake).toHaveBeenLastCalledWith(false)
    const asked = headOf.mock.calls.length
    chain.head = 'second'
    await pass(10_000)
    expect(headOf.mock.calls.length).toBe(asked)
    expect(gets(first.told)).toEqual([100])
  })
})

describe('a node', () => {
  const looks = (mock: { mock: { calls: unknown[] } }) => mock.mock.calls.length

  test('that asks to slow down is asked every 2 s; what was told stays', async () => {
    const { chain, headOf, look } = open()
    const { told } = look()
    await pass(1_000)
    const before = looks(headOf)
    chain.failure = rpcError('limitExceeded')
    await pass(8_000)
    expect(looks(headOf) - before).toBeLessThanOrEqual(5)
    expect(gets(told)).toEqual([100])
    Object.assign(chain, { failure: undefined, head: 'second', get: 90 })
    await pass(2_250)
    expect(gets(told)).toEqual([100, 90])
    const after = looks(headOf)
    await pass(5_000)
    expect(looks(headOf) - after).toBeGreaterThan(10)
  })

  test('that asks so at the first question is an error until it answers', async () => {
    const { chain, look } = open()
    chain.failure = rpcError('limitExceeded')
    const { told } = look()
    await pass(100)
    expect(gets(told)).toEqual([chain.failure])
    chain.failure = undefined
    await pass(2_250)
    expect(gets(told).at(-1)).toBe(100)
  })

  test('that is silent is told of, and asked again', async () => {
    const { chain, look } = open()
    const { told } = look()
    await pass(1_000)
    chain.failure = rpcError('chainDisconnected')
    await pass(1_000)
    expect(gets(told)).toContain(chain.failure)
    chain.failure = undefined
    await pass(2_250)
    expect(gets(told).at(-1)).toBe(100)
  })
})
