import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReadyKey, type OpenKey } from '@/lib/keyring/readyKey'
import { alice, bob } from '../accounts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

/** Makes a key ready for a request that is called `one`. */
const openOne = async () => {
  const ready = createReadyKey()
  const open: OpenKey = { from: alice, privateKey: new Uint8Array([1, 2, 3]) }
  ready.prepare('one', () => Promise.resolve(open))
  await settled()
  const isThere = async () => (await ready.take(alice)) === open.privateKey
  const bytes = () => [...open.privateKey]
  return { ready, open, isThere, bytes }
}

test('where none is ready nothing happens, and nobody is asked', async () => {
  const ready = createReadyKey()
  const isWanted = vi.fn(() => Promise.resolve(false))
  ready.approve('one')
  ready.leave()
  ready.drop()
  await ready.check(isWanted)
  expect(isWanted).not.toHaveBeenCalled()
  expect(await ready.take(alice)).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('a key that could not be opened is dropped like any other', async () => {
  const ready = createReadyKey()
  ready.prepare('one', () => Promise.resolve(undefined))
  expect(await ready.take(alice)).toBeUndefined()
  ready.drop()
  await settled()
  expect(vi.getTimerCount()).toBe(0)
})

test('of two that take a key at once one gets it', async () => {
  const { ready, open } = await openOne()
  const taken = await Promise.all([ready.take(alice), ready.take(alice)])
  expect(taken.filter((one) => one === open.privateKey)).toHaveLength(1)
  expect(taken.filter((one) => one === undefined)).toHaveLength(1)
})

test('a key that is wanted by another account at once is there for its own', async () => {
  const { ready, open } = await openOne()
  expect(await Promise.all([ready.take(bob), ready.take(alice)])).toEqual([
    undefined,
    open.privateKey,
  ])
})

describe('the yes to a request', () => {
  test('keeps the key of no other one', async () => {
    const { ready, isThere, bytes } = await openOne()
    ready.approve('two')
    ready.leave()
    await settled()
    expect(await isThere()).toBe(false)
    expect(bytes()).toEqual([0, 0, 0])
  })

  test('ends the questions whether its key is wanted', async () => {
    const { ready, isThere } = await openOne()
    const isWanted = vi.fn(() => Promise.resolve(false))
    ready.approve('one')
    await ready.check(isWanted)
    expect(isWanted).not.toHaveBeenCalled()
    expect(await isThere()).toBe(true)
  })

  test('that comes while it is asked whether the key is wanted keeps it', async () => {
    const { ready, isThere, bytes } = await openOne()
    await ready.check((id) => {
      ready.approve(id)
      return Promise.resolve(false)
    })
    await settled()
    expect(bytes()).toEqual([1, 2, 3])
    expect(await isThere()).toBe(true)
  })
})

test('a key that is dropped while it is asked whether it is wanted stays away', async () => {
  const { ready, isThere } = await openOne()
  await ready.check(() => {
    ready.drop()
    return Promise.resolve(false)
  })
  expect(await isThere()).toBe(false)
})

describe('by the clock alone', () => {
  test.each([
    [59_999, true],
    [60_000, false],
  ])('after %i ms a key is there: %s', async (ms, isLeft) => {
    const { isThere, bytes } = await openOne()
    vi.setSystemTime(Date.now() + ms)
    expect(await isThere()).toBe(isLeft)
    expect(bytes()).toEqual(isLeft ? [1, 2, 3] : [0, 0, 0])
  })
})

test('the same request may have a key anew, once the one before was taken', async () => {
  const { ready, isThere } = await openOne()
  expect(await isThere()).toBe(true)
  const later: OpenKey = { from: alice, privateKey: new Uint8Array([4]) }
  ready.prepare('one', () => Promise.resolve(later))
  expect(await ready.take(alice)).toBe(later.privateKey)
})

test('a request that was approved and comes again opens a key of its own', async () => {
  const { ready, bytes } = await openOne()
  ready.approve('one')
  const later: OpenKey = { from: alice, privateKey: new Uint8Array([4]) }
  ready.prepare('one', () => Promise.resolve(later))
  await settled()
  expect(bytes()).toEqual([0, 0, 0])
  expect(await ready.take(alice)).toBe(later.privateKey)
})
