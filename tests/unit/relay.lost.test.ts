import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openRelay } from './relays'

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

  /** How long each new Port took to be opened, in ms, if each is lost at once. */
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
