import { describe, expect, test } from 'vitest'
import {
  explainedIn,
  isAbandoned,
  isEnded,
  isOvertaken,
  isPast,
  isToSign,
  lostTransactions,
  next,
  openTransaction,
  openTransactions,
  signedCount,
  transactionCount,
} from '@/lib/batch/machine'
import { fold } from '@/lib/batch/state'
import type { Event } from '@/lib/db/batchEvent'
import { did, hashOf } from './batches'

const { signed, sent, included, sealed, moved, stopped, final } = did

const two = { mode: 'sequence', calls: [{}, {}] }
const atOnce = { mode: 'atomic', calls: [{}, {}] }
const reverted = { status: '0x0' } as const
const cancel = signed('cancel', 0, { kind: 'cancel', nonce: 0 })
const replaced: Event = { type: 'replaced', index: 0, by: hashOf('another') }
const overtaken = (index: number): Event => ({ type: 'overtaken', index, hasHistory: true })

test('a batch in order takes one transaction for each call, any other takes one', () => {
  expect(transactionCount(two)).toBe(2)
  expect(transactionCount(atOnce)).toBe(1)
  expect(transactionCount({ mode: 'one', calls: [{}] })).toBe(1)
})

test('a replacement counts as no further call', () => {
  expect(signedCount(fold([]))).toBe(0)
  expect(signedCount(fold([signed('0'), signed('dearer'), signed('1', 1)]))).toBe(2)
})

describe('a batch has ended', () => {
  test.each<[string, Event[], boolean]>([
    ['not before anything', [], false],
    ['not while a transaction is open', [signed('0')], false],
    ['not between two calls', [signed('0'), included('0')], false],
    ['with the last call', [signed('0'), sealed('0'), signed('1', 1), sealed('1')], true],
    ['not while the last call is open', [signed('0'), sealed('0'), signed('1', 1)], false],
    ['with a call that reverted', [signed('0'), included('0', reverted)], true],
    ['with a cancellation', [signed('0'), cancel, included('cancel')], true],
    ['with a nonce that another transaction took', [signed('0'), replaced], true],
    ['if it is stopped before the next call', [signed('0'), sealed('0'), stopped()], true],
    ['if it is stopped before the first', [stopped()], true],
    ['not if it is stopped while one is out', [signed('0'), stopped()], false],
    ['if its chain was started anew, whatever is out', [signed('0'), stopped('reset')], true],
    ['if it was given up, whatever is out', [signed('0'), stopped('givenUp')], true],
  ])('%s', (_, events, expected) => {
    expect(isEnded(two, fold(events))).toBe(expected)
  })

  test('with its one transaction, where all calls run at once', () => {
    expect(isEnded(atOnce, fold([signed('0'), included('0')]))).toBe(true)
  })
})

test.each([
  ['reset', true],
  ['givenUp', true],
  ['user', false],
  ['expired', false],
] as const)('nobody looks any more at what was stopped as %s: %s', (reason, expected) => {
  const state = fold([signed('0'), sent('0'), stopped(reason)])
  expect(isAbandoned(state)).toBe(expected)
  expect(next(two, state)).toEqual(expected ? undefined : { do: 'watch' })
})

describe('a batch has a transaction to sign', () => {
  const asked: Event = { type: 'asked', why: 'age' }

  test.each<[string, Event[], boolean]>([
    ['before the first', [], true],
    ['while the first is on its way', [signed('0'), sent('0')], true],
    ['while the first is to be sent', [signed('0')], true],
    ['between two calls', [signed('0'), sealed('0')], true],
    ['not once all are signed', [signed('0'), sealed('0'), signed('1', 1), sent('1')], false],
    ['not while the user is asked', [asked], false],
    ['again after the user’s answer', [asked, { type: 'confirmed' }], true],
    ['not once it is stopped, though one is out', [signed('0'), sent('0'), stopped()], false],
    ['not once it is over', [stopped()], false],
    ['not once it is final', [signed('0'), sealed('0', reverted), final], false],
  ])('%s', (_, events, expected) => {
    expect(isToSign(two, fold(events))).toBe(expected)
  })
})

test('the user is asked, and nothing is signed, until the answer', () => {
  expect(next(two, fold([{ type: 'asked', why: 'worse' }]))).toEqual({ do: 'ask' })
})

test('a batch is watched after its end until it is final', () => {
  const ended = [signed('0'), sealed('0', reverted)]
  expect(next(two, fold(ended))).toEqual({ do: 'watch' })
  expect(next(two, fold([...ended, final]))).toBeUndefined()
})

describe('the open transactions', () => {
  test('are the newest of each call, in the order of the calls', () => {
    const state = fold([signed('1', 1), signed('0'), signed('dearer')])
    expect(openTransactions(state).map(({ hash }) => hash)).toEqual([hashOf('dearer'), hashOf('1')])
    expect(openTransaction(state)?.hash).toBe(hashOf('dearer'))
  })

  test('have none of a call that a block has, whichever of its transactions it was', () => {
    const state = fold([signed('0'), signed('dearer'), included('0')])
    expect(openTransaction(state)).toBeUndefined()
  })
})

describe('what is sent again', () => {
  const lost = (events: Event[]) => lostTransactions(fold(events)).map(({ hash }) => hash)

  test('is the newest that a node took', () => {
    const all = [signed('0'), sent('0'), signed('dearer'), signed('dearest')]
    expect(lost(all)).toEqual([hashOf('0')])
    expect(lost([...all, sent('dearer')])).toEqual([hashOf('dearer')])
    expect(lost([...all, sent('dearer'), sent('dearest')])).toEqual([hashOf('dearest')])
  })

  test('is the one before the newest, where no node took any', () => {
    expect(lost([signed('0'), signed('dearer'), signed('dearest')])).toEqual([hashOf('dearer')])
    expect(lost([signed('0')])).toEqual([hashOf('0')])
  })

  test('is the cancellation, though a node took the call', () => {
    expect(lost([signed('0'), sent('0'), cancel])).toEqual([hashOf('cancel')])
  })

  test('is one for each call that is open', () => {
    expect(lost([signed('0'), sent('0'), signed('1', 1), sent('1')])).toEqual([
      hashOf('0'),
      hashOf('1'),
    ])
    const back = [signed('0'), included('0'), signed('1', 1), included('1'), moved('1')]
    expect(lost(back)).toEqual([hashOf('1')])
  })
})

describe('a deadline', () => {
  test.each([
    [99_999, false],
    [100_000, true],
    [100_001, true],
  ])('of 100 s is past at %s ms: %s', (now, expected) => {
    expect(isPast({ deadline: 100 }, now)).toBe(expected)
  })

  test('that there is not is never past', () => {
    expect(isPast({}, Infinity)).toBe(false)
  })
})

describe('other transactions used the nonces', () => {
  const both = [signed('0'), signed('1', 1)]

  test.each<[string, Event[], boolean]>([
    ['of all that is open', [...both, overtaken(0), overtaken(1)], true],
    ['not of one', [...both, overtaken(0)], false],
    ['not where none is open', [signed('0'), included('0'), overtaken(0)], false],
    ['of the only open one', [signed('0'), included('0'), signed('1', 1), overtaken(1)], true],
  ])('%s', (_, events, expected) => {
    expect(isOvertaken(fold(events))).toBe(expected)
  })
})

test('a batch is explained by its transaction that reverted', () => {
  const why: Event = { type: 'explained', hash: hashOf('1'), by: 'trace' }
  const events = [signed('0'), sealed('0'), signed('1', 1), sealed('1', reverted)]
  expect(explainedIn(fold(events))).toBeUndefined()
  expect(explainedIn(fold([...events, why]))).toEqual({ by: 'trace' })
  expect(explainedIn(fold([]))).toBeUndefined()
})
