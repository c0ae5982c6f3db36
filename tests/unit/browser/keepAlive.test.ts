import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAwake, stayAwake } from '@/lib/browser/keepAlive'

/** A fake of the browser, which tests have none of: it counts what keeps a worker. */
const browser = vi.hoisted(() => ({ calls: 0 }))

vi.mock('wxt/browser', () => ({
  browser: {
    runtime: {
      getPlatformInfo: () => {
        browser.calls++
        return Promise.resolve({})
      },
    },
    alarms: { create: () => Promise.resolve(), clear: () => Promise.resolve() },
  },
}))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Returns how often the browser is called in two minutes. */
const calls = () => {
  browser.calls = 0
  vi.advanceTimersByTime(120_000)
  return browser.calls
}

test('the worker is kept while there is a reason, and by nothing after the last', () => {
  expect(calls()).toBe(0)
  keepAwake('subscriptions', true)
  keepAwake('subscriptions', true)
  expect(calls()).toBe(6)
  stayAwake({ now: true, later: true })
  expect(calls()).toBe(6)
  keepAwake('subscriptions', false)
  expect(calls()).toBe(6)
  stayAwake({ now: false, later: true })
  expect(calls()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  keepAwake('subscriptions', true)
  stayAwake({ now: false, later: false })
  expect(calls()).toBe(6)
  keepAwake('subscriptions', false)
  expect(calls()).toBe(0)
})
