import type { Hash } from 'viem'
import { vi } from 'vitest'
import { hashOutcome, acceptedOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Quote } from '@/lib/simulate/quote'
import { createQuotes, type QuoteResult } from '@/lib/quotes/quotes'
import { change, dai, token } from '../simulate/outcomes'

/** Returns a quote under which the user gets so many raw units of DAI, without a price. */
export const quoteOf = (get: number, over: object = {}) =>
  ({
    mode: 'one',
    delegate: null,
    upgrade: false,
    account: { kind: 'plain', delegate: null },
    verdict: 'succeeds',
    calls: [],
    payees: [],
    allowances: [],
    unchecked: [],
    parties: [],
    changes: [change(token(dai), get)],
    ...over,
  }) as unknown as Quote

/** Returns the hash by which a decision accepts a quote's outcome. */
export const hashOf = (quote: Quote): Hash => hashOutcome(acceptedOutcome(quote))

/** Opens the real quotes over a fake node; the test moves the time. */
export const open = () => {
  const chain = {
    head: 'first',
    get: 100,
    over: {},
    time: 20,
    failure: undefined as Error | undefined,
  }
  let running = 0
  const most = { running: 0 }
  const answer = async () => {
    running += 1
    most.running = Math.max(most.running, running)
    const { failure, get, over } = chain
    await new Promise((resolve) => setTimeout(resolve, chain.time))
    running -= 1
    if (failure) throw failure
    return quoteOf(get, over)
  }
  const quote = vi.fn(answer)
  const quoteAhead = vi.fn(answer)
  const headOf = vi.fn(() =>
    chain.failure ? Promise.reject(chain.failure) : Promise.resolve(chain.head),
  )
  const awake = vi.fn()
  const quotes = createQuotes({
    quote,
    headOf,
    awake,
    now: () => Date.now(),
    refreshOf: () => Promise.resolve(200),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  const look = (id = 'a') => {
    const told: QuoteResult[] = []
    return { told, stop: quotes.watch({ id }, (one) => told.push(one)) }
  }
  const begin = () => quotes.begin({ id: 'a' }, { quote: quoteAhead, head: headOf })
  return { chain, quote, quoteAhead, headOf, awake, quotes, begin, look, most }
}

/** Moves the time by so many ms. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Returns the messages of a look: the amount that the user gets, `same`, or the error. */
export const gets = (told: readonly QuoteResult[]) =>
  told.map((one) => {
    if (one === 'same') return one
    return 'quote' in one ? Number(acceptedOutcome(one.quote).changes[0]?.amount) : one.error
  })
