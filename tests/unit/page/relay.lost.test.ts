import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openRelay } from '../relays'

const gone = {
  code: 4900,
  message: 'The wallet is disconnected: the extension was updated or removed, reload the page',
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a lost Port', () => {
  test('is opened anew, and what is open is sent again under the same ids, in order', () => {
    const { relay, ports, answers, last } = openRelay()
    for (const number of [1, 2, 3]) relay.request([number, 'a', `[${number}]`])
    const [first, second, third] = last().posted
    last().answer({ id: second?.id ?? '', text: '{"result":2}' })
    last().lose()
    vi.runAllTimers()
    expect(ports).toHaveLength(2)
    expect(last().posted).toEqual([first, third])
    last().answer({ id: first?.id ?? '', text: '{"result":1}' })
    expect(answers).toEqual([
      [2, '{"result":2}'],
      [1, '{"result":1}'],
    ])
  })

  test('is not opened anew while nothing is open, but for the next request', () => {
    const { relay, ports, last } = openRelay()
    relay.request([1, 'a', '[]'])
    last().answer({ id: last().posted[0]?.id ?? '', text: '{}' })
    last().lose()
    vi.runAllTimers()
    expect(ports).toHaveLength(1)
    relay.request([2, 'b', '[]'])
    expect(ports).toHaveLength(2)
    expect(last().posted).toMatchObject([{ method: 'b' }])
  })

  test('sends a request that comes meanwhile once', () => {
    const { relay, ports, last } = openRelay()
    relay.request([1, 'a', '[]'])
    last().lose()
    relay.request([2, 'b', '[]'])
    vi.runAllTimers()
    expect(ports).toHaveLength(2)
    expect(last().posted.map(({ method }) => method)).toEqual(['a', 'b'])
  })

  test('that is lost late ends nothing of the one that took its place', () => {
    const { relay, ports, last } = openRelay()
    relay.request([1, 'a', '[]'])
    const old = last()
    old.lose()
    vi.runAllTimers()
    old.lose()
    vi.runAllTimers()
    relay.request([2, 'b', '[]'])
    expect(ports).toHaveLength(2)
  })

  /** Returns the backoff before each new Port, in ms, if every Port is lost at once. */
  const delays = (times: number, speak: boolean) => {
    const { relay, ports, last } = openRelay()
    relay.request([1, 'a', '[]'])
    return Array.from({ length: times }, () => {
      if (speak) last().answer({ state: '{}' })
      const [before, opened] = [Date.now(), ports.length]
      last().lose()
      while (ports.length === opened) vi.advanceTimersToNextTimer()
      return Date.now() - before
    })
  }

  test('is tried at once, then ever more rarely while nobody answers', () => {
    expect(delays(10, false)).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000])
  })

  test('is tried at once again after any message', () => {
    expect(delays(4, true)).toEqual([0, 0, 0, 0])
  })
})

describe('an extension that is gone', () => {
  const error = `{"error":${JSON.stringify(gone)}}`

  test('is told to each open request once, and to nobody again', () => {
    const { relay, answers, extension, last } = openRelay()
    relay.request([1, 'a', '[]'])
    relay.request([2, 'b', '[]'])
    extension.isGone = true
    last().lose()
    vi.runAllTimers()
    expect(answers).toEqual([
      [1, error],
      [2, error],
      [-1, JSON.stringify(gone)],
    ])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is told to a request that comes later, which waits for nothing', () => {
    const { relay, answers, extension } = openRelay()
    extension.isGone = true
    relay.request([1, 'a', '[]'])
    relay.request([2, 'b', '[]'])
    expect(answers.filter(([number]) => number > 0)).toEqual([
      [1, error],
      [2, error],
    ])
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a page that is shown again after it was kept opens a Port anew, and asks there what is open', () => {
  const { relay, ports, answers, last } = openRelay()
  relay.reopen()
  expect(ports).toHaveLength(0)
  relay.request([1, 'a', '[]'])
  const old = last()
  relay.reopen()
  expect(ports).toHaveLength(2)
  expect(last().posted).toEqual(old.posted)
  old.lose()
  vi.runAllTimers()
  expect(ports).toHaveLength(2)
  last().answer({ id: old.posted[0]?.id ?? '', text: '{}' })
  expect(answers).toEqual([[1, '{}']])
})

describe('a page that is subscribed', () => {
  const hash = `0x${'1'.repeat(64)}` as const
  const begun = { subscription: '0xa', wire: '["newHeads"]', chainId: 1, blocks: [] }
  const head = { miner: 'a' }
  const news = {
    subscription: '0xa',
    blocks: [[1, hash, [head]] as [number, typeof hash, object[]]],
  }
  const answered = () => {
    const place = openRelay()
    place.relay.request([1, 'eth_subscribe', '["newHeads"]'])
    place.last().answer(begun)
    place.last().answer({ id: place.last().posted[0]?.id ?? '', text: '{"result":"0xa"}' })
    return place
  }

  test('hears a message event for each result, after the answer', () => {
    const { answers, last } = answered()
    last().answer(news)
    const event = { type: 'eth_subscription', data: { subscription: '0xa', result: head } }
    expect(answers).toEqual([
      [1, '{"result":"0xa"}'],
      [-2, JSON.stringify(event)],
    ])
  })

  test('opens a lost Port anew by itself, and first says there what it has heard', () => {
    const { relay, ports, last } = answered()
    last().answer(news)
    expect(last().resumed).toEqual([])
    last().lose()
    relay.request([2, 'b', '[]'])
    vi.runAllTimers()
    expect(ports).toHaveLength(2)
    const held = { id: '0xa', wire: '["newHeads"]', chainId: 1, trail: [[1, hash]] }
    expect(last().resumed).toEqual([{ held: [held] }])
    expect(last().order).toEqual(['held', 'id'])
  })

  test('lets a lost Port rest once all have ended', () => {
    const { ports, last } = answered()
    last().answer({ subscription: '0xa' })
    last().answer(news)
    last().lose()
    vi.runAllTimers()
    expect(ports).toHaveLength(1)
  })

  test('of an extension that is gone is told so once', () => {
    const { answers, extension, last } = answered()
    extension.isGone = true
    last().lose()
    vi.runAllTimers()
    expect(answers.at(-1)).toEqual([-1, JSON.stringify(gone)])
    expect(vi.getTimerCount()).toBe(0)
  })
})
