import type { Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { acceptedOutcomes, contractsKnown } from '@/lib/quotes/accepted'
import { change, dai, token } from '../simulate/outcomes'
import { hashOf, open, pass, quoteOf } from './quotesHarness'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('what is accepted', () => {
  const accept = ({ quotes }: ReturnType<typeof open>, ...outcomes: Hash[]) =>
    acceptedOutcomes(quotes, 'a', { mode: 'one', outcomes })

  const shownBy = async (opened: ReturnType<typeof open>, ...gets: number[]) => {
    for (const get of gets) {
      opened.chain.get = get
      const asked = opened.quotes.ask({ id: 'a' })
      await pass(20)
      await asked
    }
  }

  test('is the wallet’s own copy, with nothing asked', async () => {
    const opened = open()
    await shownBy(opened, 100, 90)
    expect(await accept(opened, hashOf(quoteOf(100)))).toEqual({
      accepted: {
        verdict: 'succeeds',
        changes: [change(token(dai), 100)],
        allowances: [],
        payees: [],
        unchecked: [],
      },
    })
    expect(opened.quote).toHaveBeenCalledTimes(2)
  })

  test('is the worst of several', async () => {
    const opened = open()
    await shownBy(opened, 100, 90, 95)
    expect(
      await accept(opened, hashOf(quoteOf(100)), hashOf(quoteOf(90)), hashOf(quoteOf(95))),
    ).toMatchObject({
      accepted: { changes: [change(token(dai), 90)], isBound: true },
    })
  })

  test('keeps which call fails, and why, as no page can say', async () => {
    const opened = open()
    const reason = { why: 'all gas' } as const
    Object.assign(opened.chain, { over: { verdict: 'fails', failing: { index: 1, reason } } })
    await shownBy(opened, 100)
    const hash = hashOf(quoteOf(100, opened.chain.over))
    expect(await accept(opened, hash)).toMatchObject({
      accepted: { verdict: 'fails', failing: { index: 1, reason } },
    })
  })

  test('keeps the part of each call, the worst of several, and no page gets them', async () => {
    const opened = open()
    const part = (get: number) => ({
      verdict: 'succeeds',
      changes: [change(token(dai), get)],
      payees: [],
      allowances: [],
    })
    for (const get of [100, 90]) {
      Object.assign(opened.chain, {
        get,
        over: { parts: { each: [part(0), part(get)], loose: [String(get)] } },
      })
      const asked = opened.quotes.ask({ id: 'a' })
      await pass(20)
      expect((await asked).quote).not.toHaveProperty('parts')
    }
    const hashes = [hashOf(quoteOf(90)), hashOf(quoteOf(100))]
    expect(await accept(opened, ...hashes)).toMatchObject({
      accepted: { parts: { each: [part(0), part(90)], loose: ['90', '100'] } },
    })
  })

  test('comes with the newest lock that was shown', async () => {
    const opened = open()
    const lockOf = (had: `0x${string}`) => ({
      router: dai,
      checkers: [],
      holds: [{ asset: token(dai), had }],
      l1Fee: '0x0',
      left: 0,
    })
    Object.assign(opened.chain, { over: { lock: lockOf('0x5') } })
    await shownBy(opened, 100)
    Object.assign(opened.chain, { over: { lock: lockOf('0x6') } })
    await shownBy(opened, 90)
    const hashes = [100, 90].map((get) => hashOf(quoteOf(get, { lock: lockOf('0x1') })))
    expect(await accept(opened, ...hashes)).toMatchObject({
      accepted: { changes: [change(token(dai), 90)] },
      lock: lockOf('0x6'),
    })
    // After a restart, a lock of the usual width is not signed in the place of another.
    const wide = { ...lockOf('0x6'), tolerance: 0 as const }
    expect(hashes).not.toContain(hashOf(quoteOf(90, { lock: wide })))
    // An outcome that was shown without a lock is another one.
    expect(hashes).not.toContain(hashOf(quoteOf(100)))
  })

  test('says which contracts signing will read, by the newest lock that was shown', async () => {
    const opened = open()
    const lockOf = (code: `0x${string}`) => ({
      router: dai,
      checkers: [{ address: dai, code }],
      holds: [],
      l1Fee: '0x0',
      left: 0,
    })
    Object.assign(opened.chain, { over: { lock: lockOf('0x1') } })
    await shownBy(opened, 100)
    Object.assign(opened.chain, { over: { lock: lockOf('0x2') } })
    await shownBy(opened, 90)
    const outcomes = [100, 90].map((get) => hashOf(quoteOf(get, { lock: lockOf('0x2') })))
    const known = (decided: object) => contractsKnown(opened.quotes, 'a', decided)
    expect(known({ upgrade: true, outcomes })).toEqual({
      upgrade: true,
      checkers: lockOf('0x2').checkers,
    })
    // Nothing of a lock is known without the outcome that was shown with it.
    expect(known({ upgrade: false, outcomes: [] })).toEqual({ upgrade: false })
    expect(known({ upgrade: true, outcomes: ['0x1'] })).toEqual({ upgrade: true })
    expect(known({ accounts: [] })).toEqual({ upgrade: false })
  })

  test('is nothing where nothing was named', async () => {
    expect(await accept(open())).toEqual({})
    expect(await acceptedOutcomes(open().quotes, 'a', { accounts: [] })).toEqual({})
  })

  test.each<[string, object, object]>([
    ['the same comes out again', {}, { accepted: { changes: [change(token(dai), 100)] } }],
    ['another comes out', { get: 99 }, {}],
    ['nobody answers', { failure: new Error('silence') }, {}],
  ])('is simulated again where the worker that showed it is gone: %s', async (_, now, expected) => {
    const opened = open()
    Object.assign(opened.chain, now)
    const accepted = accept(opened, hashOf(quoteOf(100)))
    await pass(20)
    if ('accepted' in expected) expect(await accepted).toMatchObject(expected)
    else expect(await accepted).toBe('changed')
  })

  test('of another request is none of this one’s', async () => {
    const opened = open()
    await shownBy(opened, 100)
    expect(opened.quotes.recall('b', hashOf(quoteOf(100)))).toBeUndefined()
  })
})
