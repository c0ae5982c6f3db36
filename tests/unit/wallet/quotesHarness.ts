import type { Hash } from 'viem'
import { vi } from 'vitest'
import { hashOutcome, acceptedOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Quote } from '@/lib/simulate/quoteBatch'
import { createQuotes, type QuoteResult } from '@/lib/wallet/quotes'
import { change, dai, token } from '../simulate/outcomes'

/** A quote under which the user gets so much DAI; what it costs is of no interest here. */
export const quoteOf = (get: number, over: object = {}) =>
  ({
    mode: 'one',
    delegate: null,
    upgrade: false,
    account: { kind: 'plain', delegate: null },
    verdict: 'succeeds',
    calls: [],
    allowances: [],
    unchecked: [],
    parties: [],
    changes: [change(token(dai), get)],
    ...over,
  }) as unknown as Quote

/** Its name. */
export const hashOf = (quote: Quote): Hash => hashOutcome(acceptedOutcome(quote))

/** The real quotes over a chain of the test's own: a fake of the node, and time that the test moves. */
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
    return { told, stop: quotes.look({ id }, (one) => told.push(one)) }
  }
  return { chain, quote, headOf, awake, quotes, look, most }
}

/** Lets so many ms go by. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** What was told, each by what the user gets. */
export const gets = (told: readonly QuoteResult[]) =>
  told.map((one) => {
    if (one === 'same') return one
    return 'quote' in one ? Number(acceptedOutcome(one.quote).changes[0]?.amount) : one.error
  })
