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
  privateKey: new Uint8Array([1, 2, 3]),
})

/** Makes a key ready for a request that is called `one`. */
const made = () => {
  const ready = createReadyKey()
  const open = opened()
  ready.prepare('one', () => Promise.resolve(open))
  return { ready, open, take: () => ready.take(alice) }
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
  ['the wallet locks or its vault changes', (ready) => ready.drop()],
  ['its page closes', (ready) => ready.leave()],
  ['its request ends by itself', (ready) => ready.check(() => Promise.resolve(false))],
  [
    'it was approved and then waits for something',
    (ready) => {
      ready.approve('one')
      ready.drop()
    },
  ],
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
  const taken = ready.take(alice)
  ready.drop()
  give(open)
  expect(await taken).toBeUndefined()
  expect([...open.privateKey]).toEqual([0, 0, 0])
})

test.each<[string, (ready: ReturnType<typeof createReadyKey>) => unknown]>([
  ['its request still waits', (ready) => ready.check((id) => Promise.resolve(id === 'one'))],
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

test('it is over by the clock where the timer stood still, as while a computer sleeps', async () => {
  const { open, take } = made()
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(await take()).toBeUndefined()
  expect([...open.privateKey]).toEqual([0, 0, 0])
})

test('what is known of a request comes too late for the key of another', async () => {
  const { ready } = made()
  let say = (_: boolean): void => undefined
  const checked = ready.check(() => new Promise((resolve) => (say = resolve)))
  const later = opened()
  ready.prepare('two', () => Promise.resolve(later))
  say(false)
  await checked
  expect(await ready.take(alice)).toBe(later.privateKey)
})

test.each<[string, (made_: ReturnType<typeof made>) => unknown]>([
  ['dropped', ({ ready }) => ready.drop()],
  ['taken', ({ take }) => take()],
])('nothing refers to a key any more that was %s', async (_, happens) => {
  const one = made()
  await happens(one)
  expect(vi.getTimerCount()).toBe(0)
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
  expect(await ready.take(alice)).toBe(later.privateKey)
})

test('it is not for another account', async () => {
  const { ready, open } = made()
  expect(await ready.take(bob)).toBeUndefined()
  expect(await ready.take(alice)).toBe(open.privateKey)
})

test('what cannot be opened is told to whoever signs, by opening it again', async () => {
  const ready = createReadyKey()
  ready.prepare('one', () => Promise.reject(new Error('no disk')))
  expect(await ready.take(alice)).toBeUndefined()
})
