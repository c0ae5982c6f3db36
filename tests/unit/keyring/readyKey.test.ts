import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReadyKey, type OpenKey } from '@/lib/keyring/readyKey'
import { alice, bob } from '../accounts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const opened = (from = alice): OpenKey => ({
  from,
  dataKey: 'data key',
  privateKey: new Uint8Array([1, 2, 3]),
})

/** Makes a key ready for a request that is called `one`. */
const made = () => {
  const ready = createReadyKey()
  const open = opened()
  ready.prepare('one', () => Promise.resolve(open))
  return { ready, open, take: () => ready.take(alice, 'data key') }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

test('a key signs once, and is whoever’s took it to overwrite', async () => {
  const { ready, open, take } = made()
  expect(await take()).toBe(open.privateKey)
  expect(await take()).toBeUndefined()
  ready.drop()
  await settled()
  expect([...open.privateKey]).toEqual([1, 2, 3])
})

test.each<[string, (ready: ReturnType<typeof createReadyKey>) => unknown]>([
  ['its request is rejected', (ready) => ready.drop('one')],
  ['the wallet locks or its vault changes', (ready) => ready.drop()],
  ['its page closes', (ready) => ready.leave()],
  [
    'another request comes on the screen',
    (ready) => ready.prepare('two', () => Promise.resolve(undefined)),
  ],
  ['60 s are over', () => vi.advanceTimersByTimeAsync(60_000)],
  [
    '60 s are over, though it was approved',
    (ready) => {
      ready.approve('one')
      return vi.advanceTimersByTimeAsync(60_000)
    },
  ],
])('its bytes are overwritten when %s', async (_, happens) => {
  const { ready, open, take } = made()
  await settled()
  await happens(ready)
  await settled()
  expect([...open.privateKey]).toEqual([0, 0, 0])
  expect(await take()).toBeUndefined()
})

test('it is dropped also where it was still being opened', async () => {
  const ready = createReadyKey()
  const open = opened()
  let give = (_: OpenKey): void => undefined
  ready.prepare('one', () => new Promise((resolve) => (give = resolve)))
  const taken = ready.take(alice, 'data key')
  ready.drop()
  give(open)
  expect(await taken).toBeUndefined()
  expect([...open.privateKey]).toEqual([0, 0, 0])
})

test.each<[string, (ready: ReturnType<typeof createReadyKey>) => unknown]>([
  ['another request is rejected', (ready) => ready.drop('two')],
  ['its page asks again', (ready) => ready.prepare('one', () => Promise.resolve(opened(bob)))],
  ['59 s are over', () => vi.advanceTimersByTimeAsync(59_000)],
  [
    'its page closes once it is approved',
    (ready) => {
      ready.approve('one')
      ready.leave()
    },
  ],
])('it stays when %s', async (_, happens) => {
  const { ready, open, take } = made()
  await settled()
  await happens(ready)
  expect(await take()).toBe(open.privateKey)
  expect([...open.privateKey]).toEqual([1, 2, 3])
})

test('asking again does not make it last longer', async () => {
  const { ready, open } = made()
  await vi.advanceTimersByTimeAsync(59_000)
  ready.prepare('one', () => Promise.resolve(opened()))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([...open.privateKey]).toEqual([0, 0, 0])
})

test('the time of a key ends no later one', async () => {
  const { ready } = made()
  await vi.advanceTimersByTimeAsync(30_000)
  const later = opened()
  ready.prepare('two', () => Promise.resolve(later))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await ready.take(alice, 'data key')).toBe(later.privateKey)
})

test('it is not for another account, nor after the data key changed', async () => {
  const { ready, open } = made()
  expect(await ready.take(bob, 'data key')).toBeUndefined()
  expect(await ready.take(alice, 'another data key')).toBeUndefined()
  expect(await ready.take(alice, 'data key')).toBe(open.privateKey)
})

test('what cannot be opened is told to whoever signs, by opening it again', async () => {
  const ready = createReadyKey()
  ready.prepare('one', () => Promise.reject(new Error('no disk')))
  expect(await ready.take(alice, 'data key')).toBeUndefined()
})
