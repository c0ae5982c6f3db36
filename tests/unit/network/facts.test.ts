import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cache } from '@/lib/db'
import { fact, knownFact, remember } from '@/lib/network/facts'
import { emptyDatabase } from '../database'

const start = 1_000_000

const now = (at: number) => vi.spyOn(Date, 'now').mockReturnValue(start + at)

const stored = async () => (await cache.facts.get('a'))?.at

beforeEach(async () => {
  await emptyDatabase()
  now(0)
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('what was read is known until it changes, in whichever way', async () => {
  expect(await knownFact('a')).toBeUndefined()
  await remember('a', 1)
  expect(await knownFact('a')).toBe(1)
  await cache.facts.put({ key: 'a', value: 2, at: start })
  expect(await knownFact('a')).toBe(2)
  await cache.facts.bulkDelete(['a'])
  expect(await knownFact('a')).toBeUndefined()
  await remember('a', 3)
  await cache.facts.clear()
  expect(await knownFact('a')).toBeUndefined()
})

test('what is only confirmed holds from then on, and is written once a minute', async () => {
  await remember('a', { of: [1] })
  now(59_000)
  await remember('a', { of: [1] })
  expect(await stored()).toBe(start)
  now(60_000)
  expect(await knownFact('a', () => 2_000)).toEqual({ of: [1] })
  await remember('a', { of: [1] })
  expect(await stored()).toBe(start + 60_000)
})

test('another value is written at once', async () => {
  await remember('a', { of: [1] })
  now(1)
  await remember('a', { of: [2] })
  expect(await cache.facts.get('a')).toEqual({ key: 'a', value: { of: [2] }, at: start + 1 })
})

test('a read beside a write never leaves the old value behind', async () => {
  for (let round = 0; round < 50; round++) {
    await Promise.all([knownFact('a'), remember('a', round), knownFact('a')])
    expect(await knownFact('a')).toBe(round)
  }
})

test('what is learnt is learnt once, and what fails not at all', async () => {
  const learn = vi.fn(() => Promise.resolve(7))
  const fails = () => Promise.reject(new Error('silence'))
  await expect(fact('a', () => Infinity, fails)).rejects.toThrow('silence')
  expect(await fact('a', () => Infinity, learn)).toBe(7)
  expect(await fact('a', () => Infinity, learn)).toBe(7)
  expect(learn).toHaveBeenCalledTimes(1)
})
