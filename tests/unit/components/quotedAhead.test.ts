import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadQuote } from '@/components/approvals/quotedAhead'
import { useQuote } from '@/components/approvals/useQuote'
import { hashOf, quoteOf } from '../quotes/quotesHarness'

// Test files share modules in a worker: these are loaded with this file's fakes, and thrown away with them.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})

const session = vi.hoisted(() => ({ wallet: vi.fn(), watchQuote: vi.fn() }))
vi.mock('@/components/store/session', () => session)
vi.mock('@/components/hooks/useVisible', () => ({ useVisible: () => true }))

beforeEach(() => {
  vi.useFakeTimers()
  session.wallet.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Asks for what the background began for a request, which is this. */
const load = (id: string, answer: unknown) => {
  session.wallet.mockImplementationOnce(() => Promise.resolve(answer))
  return loadQuote(id)
}

const quote = quoteOf(100)
const quoted = { quote, outcome: hashOf(quote) }

type Params = Parameters<typeof useQuote>[0]

const Screen = ({ params }: { params: Params }) =>
  createElement('p', {}, useQuote(params, true).view ? 'a quote' : 'none yet')

/** The first thing that a screen with these params draws. */
const first = (params: Params) => renderToStaticMarkup(createElement(Screen, { params }))

test('the first screen of a request has the quote that was begun with it', async () => {
  await load('a', quoted)
  expect(session.wallet).toHaveBeenCalledWith('begunQuote', { id: 'a' })
  expect(first({ id: 'a' })).toBe('<p>a quote</p>')
})

test('another request, and one with choices of the user, do not have it', async () => {
  await load('a', quoted)
  expect(first({ id: 'b' })).toBe('<p>none yet</p>')
  expect(first({ id: 'a', mode: 'sequence' })).toBe('<p>none yet</p>')
  expect(first({ id: 'a', fee: 'fast' })).toBe('<p>none yet</p>')
  expect(first({ id: 'a', lock: { isOff: true } })).toBe('<p>none yet</p>')
})

test('a second after it came it counts no more', async () => {
  await load('a', quoted)
  vi.advanceTimersByTime(999)
  expect(first({ id: 'a' })).toBe('<p>a quote</p>')
  vi.advanceTimersByTime(1)
  expect(first({ id: 'a' })).toBe('<p>none yet</p>')
})

test('nothing that was begun, and a background that fails, leave it as it was', async () => {
  await load('b', undefined)
  expect(first({ id: 'b' })).toBe('<p>none yet</p>')
  session.wallet.mockRejectedValueOnce(new Error('gone'))
  await expect(loadQuote('c')).rejects.toThrow('gone')
  expect(first({ id: 'c' })).toBe('<p>none yet</p>')
})
