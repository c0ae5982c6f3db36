import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { withPasswordBackoff } from '@/lib/keyring/passwordBackoff'
import { passwordDelay } from '@/lib/values/passwordDelay'
import { keepSetting, setting } from '@/lib/db/settings'
import { emptyDatabase } from '../database'

const attempts = vi.fn((is: string) => Promise.resolve(is))
const attempt = (outcome: 'wrong password' | 'open' | 'damaged') =>
  withPasswordBackoff(() => attempts(outcome))
const wrong = () => attempt('wrong password')

const kept = (value: object) => ({ key: 'wrongPasswords', value })

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
  const waits = Array.from({ length: 14 }, (_, at) => passwordDelay(at) / 1_000)
  expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(passwordDelay(10_000)).toBe(60_000)
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

test('what is on disk counts, and is there before the answer', async () => {
  await wrong()
  expect(await setting('wrongPasswords')).toEqual({ count: 1, at: now })
  // A new worker reads the count from disk.
  await keepSetting('wrongPasswords', { count: 5, at: now - 999 })
  expect(await attempt('open')).toBe('too soon')
  now += 1

  const disk = Promise.withResolvers<string>()
  const put = vi.spyOn(journal.settings, 'put').mockReturnValue(Dexie.Promise.resolve(disk.promise))
  const answered = vi.fn()
  const answer = wrong().then(answered)
  await vi.waitFor(() => expect(put).toHaveBeenCalledWith(kept({ count: 6, at: now })))
  await journal.settings.count()
  expect(answered).not.toHaveBeenCalled()
  disk.resolve('wrongPasswords')
  await answer
})

test('a clock that was set back a little makes wait for no more than twice as long', async () => {
  await keepSetting('wrongPasswords', { count: 20, at: now })
  now -= 59_999
  expect(await attempt('open')).toBe('too soon')
  now -= 1
  expect(await attempt('open')).toBe('open')
})

test('the right password writes nothing where none was wrong', async () => {
  const written = vi.spyOn(journal.settings, 'delete')
  expect(await attempt('open')).toBe('open')
  expect(written).not.toHaveBeenCalled()
  await wrong()
  expect(await attempt('open')).toBe('open')
  expect(written).toHaveBeenCalledOnce()
})

test('a disk that fails keeps nobody out', async () => {
  vi.spyOn(journal.settings, 'get').mockRejectedValueOnce(new Error('the disk fails'))
  expect(await attempt('open')).toBe('open')
  vi.spyOn(journal.settings, 'get').mockRejectedValue(new Error('the disk fails'))
  expect(await attempt('open')).toBe('open')
})

test('a disk that cannot be written keeps nobody out', async () => {
  await wrong()
  const full = new Error('the disk is full')
  vi.spyOn(journal.settings, 'put').mockRejectedValue(full)
  vi.spyOn(journal.settings, 'delete').mockRejectedValue(full)
  expect(await wrong()).toBe('wrong password')
  expect(await attempt('open')).toBe('open')
})
