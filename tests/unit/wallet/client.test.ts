import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectWallet, type QuoteUpdate } from '@/lib/wallet/client'

/** A fake of the browser's Port to the background, which tests have none of. */
const background = vi.hoisted(() => {
  // Modules are shared by the files of a worker, and these see this fake alone.
  vi.resetModules()
  return { posted: [] as unknown[], say: (_: unknown): void => undefined }
})

vi.mock('wxt/browser', () => ({
  browser: {
    runtime: {
      connect: () => ({
        postMessage: (message: unknown) => background.posted.push(message),
        onMessage: {
          addListener: (listener: (message: unknown) => void) => (background.say = listener),
        },
        onDisconnect: { addListener: () => undefined },
      }),
    },
  },
}))

const params = { id: 'one' }
const quote = { quote: { verdict: 'succeeds' }, outcome: '0x1' }
const looks = () =>
  background.posted.flatMap((message) => {
    const { look, params: asked } = message as { look?: number; params?: unknown }
    return look === undefined ? [] : [[look, asked]]
  })

beforeEach(() => {
  background.posted.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const begin = () => {
  const client = connectWallet(() => undefined)
  client.watchAhead(params)
  const told: QuoteUpdate[] = []
  return { client, told, tell: (seen: QuoteUpdate) => told.push(seen) }
}

test('a screen joins what was begun ahead of it, and is told what came', () => {
  const { client, told, tell } = begin()
  expect(client.quotedAhead(params)).toBeUndefined()
  background.say({ look: 1, ...quote })
  expect(client.quotedAhead(params)).toMatchObject(quote)
  const stop = client.watchQuote(params, tell)
  expect(told).toMatchObject([quote])
  background.say({ look: 1, isSame: true })
  expect(told).toMatchObject([quote, { isSame: true }])
  // It has a screen now, and is nobody else's.
  vi.advanceTimersByTime(60_000)
  expect(client.quotedAhead(params)).toBeUndefined()
  expect(looks()).toEqual([[1, params]])
  stop()
  expect(looks()).toEqual([
    [1, params],
    [1, null],
  ])
})

test('a screen that comes before the answer joins, too', () => {
  const { client, told, tell } = begin()
  client.watchQuote(params, tell)
  expect(told).toEqual([])
  background.say({ look: 1, ...quote })
  expect(told).toMatchObject([quote])
  expect(looks()).toEqual([[1, params]])
})

test('what begins ahead never takes the place of a screen', () => {
  const client = connectWallet(() => undefined)
  const told: QuoteUpdate[] = []
  client.watchQuote(params, (seen) => told.push(seen))
  client.watchAhead(params)
  vi.advanceTimersByTime(60_000)
  background.say({ look: 1, ...quote })
  expect(told).toMatchObject([quote])
  expect(looks()).toEqual([[1, params]])
})

test('other params, an old answer and one that failed are asked anew', () => {
  const other = begin()
  background.say({ look: 1, ...quote })
  expect(other.client.quotedAhead({ id: 'two' })).toBeUndefined()
  other.client.watchQuote({ ...params, mode: 'sequence' }, other.tell)
  expect(other.told).toEqual([])

  const failed = begin()
  background.say({ look: 1, error: '-32603' })
  failed.client.watchQuote(params, failed.tell)
  expect(failed.told).toEqual([])
  expect(looks().slice(-3)).toEqual([
    [1, params],
    [1, null],
    [2, params],
  ])

  const old = begin()
  vi.advanceTimersByTime(500)
  background.say({ look: 1, ...quote })
  vi.advanceTimersByTime(499)
  expect(old.client.quotedAhead(params)).toMatchObject(quote)
  vi.advanceTimersByTime(1)
  expect(old.client.quotedAhead(params)).toBeUndefined()
  // Nobody came within a second: the background has it no longer to keep.
  expect(looks().at(-1)).toEqual([1, null])
})
