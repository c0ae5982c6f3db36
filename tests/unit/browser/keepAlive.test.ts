import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAwake, lookLater, stayAwake } from '@/lib/browser/keepAlive'

/** A fake of the browser, which tests have none of: it counts what keeps a worker, and keeps alarms. */
const browser = vi.hoisted(() => ({ calls: 0, alarms: new Map<string, object>() }))

vi.mock('wxt/browser', () => ({
  browser: {
    runtime: {
      getPlatformInfo: () => {
        browser.calls++
        return Promise.resolve({})
      },
    },
    alarms: {
      create: (name: string, when: object) => Promise.resolve(browser.alarms.set(name, when)),
      get: (name: string) => Promise.resolve(browser.alarms.get(name)),
      clear: (name: string) => Promise.resolve(browser.alarms.delete(name)),
    },
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

test('a worker that is stopped is woken after 30 s for batches, and once for pages that left', async () => {
  stayAwake({ now: false, later: true })
  expect(browser.alarms.get('batches')).toEqual({ periodInMinutes: 0.5 })
  stayAwake({ now: false, later: false })
  expect(browser.alarms.has('batches')).toBe(false)
  await lookLater(0)
  expect(browser.alarms.has('approvals')).toBe(false)
  await lookLater(1)
  const first = browser.alarms.get('approvals')
  expect(first).toEqual({ delayInMinutes: 0.52 })
  await lookLater(1)
  expect(browser.alarms.get('approvals')).toBe(first)
})
