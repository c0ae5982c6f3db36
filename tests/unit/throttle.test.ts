import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { throttled, waitAfter } from '@/lib/throttle'
import { setting } from '@/lib/settings'
import { emptyDatabase } from './database'

const attempts = vi.fn((is: string) => Promise.resolve(is))
const attempt = (outcome: 'wrong password' | 'open' | 'damaged') =>
  throttled(() => attempts(outcome))
const wrong = () => attempt('wrong password')

let now = 1_000_000

beforeEach(async () => {
  await emptyDatabase()
  attempts.mockClear()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('five wrong passwords cost nothing; then the wait doubles, up to a minute', () => {
  const waits = Array.from({ length: 14 }, (_, at) => waitAfter(at) / 1_000)
  expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(waitAfter(10_000)).toBe(60_000)
})

test('who has to wait is not looked at, and that does not count', async () => {
  for (let left = 5; left > 0; left--) expect(await wrong()).toBe('wrong password')
  expect(await attempt('open')).toBe('too soon')
  expect(attempts).toHaveBeenCalledTimes(5)
  now += 999
  expect(await attempt('open')).toBe('too soon')
  now += 1
  expect(await wrong()).toBe('wrong password')
  now += 1_999
  expect(await attempt('open')).toBe('too soon')
  now += 1
  expect(await attempt('open')).toBe('open')
  expect(await setting('wrongPasswords')).toBeUndefined()
  expect(await wrong()).toBe('wrong password')
  expect(await wrong()).toBe('wrong password')
})

test('a clock that was set back keeps nobody out, and a damaged vault is no wrong password', async () => {
  for (let left = 8; left > 0; left--) {
    await wrong()
    now += 60_000
  }
  now -= 24 * 60 * 60_000
  expect(await attempt('damaged')).toBe('damaged')
  expect(await setting('wrongPasswords')).toBeUndefined()
})

test('a disk that fails keeps nobody out', async () => {
  const fail = vi.spyOn(journal.settings, 'get').mockRejectedValue(new Error('the disk fails'))
  expect(await attempt('open')).toBe('open')
  fail.mockRestore()
})
