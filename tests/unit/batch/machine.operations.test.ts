import { describe, expect, test } from 'vitest'
import {
  burnsOf,
  comingBurns,
  hasFailed,
  isBurnt,
  isEnded,
  isLapsed,
  isSettled,
  isWithdrawn,
  lostTransactions,
  next,
  openOperations,
  openTransactions,
  settledCalls,
  speedable,
  winner,
} from '@/lib/batch/machine'
import { fold, type Transaction } from '@/lib/batch/state'
import type { Event } from '@/lib/db/batchEvent'
import { did, hashOf } from './batches'

const { signed, sent, included, sealed, stopped, final } = did

const one = { mode: 'atomic', calls: [{}, {}] }
const paid = did.operation('paid')
const lapsed: Event = { type: 'lapsed', hash: hashOf('paid'), block: 20 }
const cancel = signed('cancel', 0, { kind: 'cancel', nonce: 3 })
const dearer = signed('dearer', 0, { kind: 'cancel', nonce: 3 })
const replaced: Event = { type: 'replaced', index: 0, by: hashOf('another') }
const refused = (name: string): Event => ({ type: 'refused', hash: hashOf(name), reason: 'node' })
const spent = (name: string): Event => ({ type: 'spent', hash: hashOf(name), isSpent: true })
const dropped = (name: string): Event => ({ type: 'dropped', hash: hashOf(name) })
const reverted = { status: '0x0' } as const

const names = (found: readonly (Transaction | undefined)[]) =>
  found.map((transaction) =>
    ['paid', 'cancel', 'dearer', '0', '1'].find((name) => hashOf(name) === transaction?.hash),
  )

describe('a cancellation in a block', () => {
  test('settles a call, but no user operation, which may have run just before', () => {
    const call = fold([signed('0'), cancel, included('cancel')])
    expect(names([winner(call, 0)])).toEqual(['cancel'])
    expect(isSettled(call, 0)).toBe(true)
    expect([...settledCalls(call)]).toEqual([0])
    expect(winner(call, 1)).toBeUndefined()
    expect(isSettled(call, 1)).toBe(false)
    const operation = fold([paid, cancel, included('cancel')])
    expect(winner(operation, 0)).toBeUndefined()
    expect(isSettled(operation, 0)).toBe(false)
    expect([...settledCalls(operation)]).toEqual([])
    expect(names(openTransactions(operation))).toEqual(['cancel'])
    expect(isBurnt(operation)).toBe(true)
  })

  test('settles a call beside a user operation of another call', () => {
    const other = signed('0', 1)
    const undo = signed('cancel', 1, { kind: 'cancel', nonce: 1 })
    const state = fold([paid, other, undo, included('cancel')])
    expect(names([winner(state, 1)])).toEqual(['cancel'])
    expect([...settledCalls(state)]).toEqual([1])
    expect(burnsOf(state)).toEqual([])
    expect(isBurnt(state)).toBe(false)
  })

  test('leaves it to the operation’s own receipt', () => {
    const state = fold([paid, cancel, included('cancel'), included('paid')])
    expect(names([winner(state, 0)])).toEqual(['paid'])
    expect(openTransactions(state)).toEqual([])
    expect(isBurnt(state)).toBe(false)
  })

  test('is settled by what a final block proves', () => {
    const state = fold([paid, cancel, included('cancel'), replaced])
    expect(isSettled(state, 0)).toBe(true)
    expect([...settledCalls(state)]).toEqual([0])
    expect(openOperations(state)).toEqual([])
  })

  test('has failed only if it was for an operation and reverted', () => {
    const failed = (events: Event[], name: string) => {
      const state = fold(events)
      return state.transactions.flatMap((transaction) =>
        transaction.hash === hashOf(name) ? [hasFailed(state, transaction)] : [],
      )
    }
    expect(failed([paid, cancel, included('cancel', reverted)], 'cancel')).toEqual([true])
    expect(failed([paid, cancel, included('cancel')], 'cancel')).toEqual([false])
    expect(failed([paid, cancel], 'cancel')).toEqual([false])
    expect(failed([signed('0'), cancel, included('cancel', reverted)], 'cancel')).toEqual([false])
    expect(failed([paid, cancel, included('paid', reverted)], 'paid')).toEqual([false])
    const other = signed('cancel', 1, { kind: 'cancel', nonce: 3 })
    expect(failed([paid, other, included('cancel', reverted)], 'cancel')).toEqual([false])
  })

  test('that failed leaves the operation open again', () => {
    const state = fold([paid, cancel, included('cancel', reverted)])
    expect(names(openTransactions(state))).toEqual(['paid'])
    expect(names(openOperations(state))).toEqual(['paid'])
    expect(isBurnt(state)).toBe(false)
  })

  test('is looked for only where an operation has one in a block', () => {
    expect(isBurnt(fold([]))).toBe(false)
    expect(isBurnt(fold([signed('0')]))).toBe(false)
    expect(isBurnt(fold([paid, cancel]))).toBe(false)
    expect(isBurnt(fold([paid, cancel, sent('cancel'), included('cancel')]))).toBe(true)
  })

  test('is not sent again', () => {
    const state = fold([paid, sent('paid'), cancel, included('cancel')])
    expect(lostTransactions(state)).toEqual([])
    expect(next(one, state)).toEqual({ do: 'watch' })
  })
})

describe('a cancellation that may yet cancel an operation', () => {
  test.each<[string, Event[], string[]]>([
    ['is one that was sent', [paid, cancel, sent('cancel')], ['cancel']],
    ['is one that nobody was sent yet', [paid, cancel], ['cancel']],
    ['is none that the last node refused', [paid, cancel, refused('cancel')], []],
    [
      'is one that a node took after all',
      [paid, cancel, refused('cancel'), sent('cancel')],
      ['cancel'],
    ],
    ['is none in a block', [paid, cancel, included('cancel')], []],
    ['is none whose nonce another one has used', [paid, cancel, dearer, included('cancel')], []],
    ['is none that is spent', [paid, cancel, spent('cancel')], []],
    ['is none that is dropped', [paid, cancel, dropped('cancel')], []],
    ['is none of a call', [signed('0'), cancel], []],
    ['is each of several', [paid, cancel, dearer], ['cancel', 'dearer']],
  ])('%s', (_, events, coming) => {
    expect(names(comingBurns(fold(events)))).toEqual(coming)
  })

  test('is one that has another nonce than the one that was mined', () => {
    const higher = signed('dearer', 0, { kind: 'cancel', nonce: 4 })
    const state = fold([paid, cancel, higher, included('cancel', reverted)])
    expect(names(comingBurns(state))).toEqual(['dearer'])
  })
})

describe('a batch whose operation can run no more', () => {
  test.each<[string, Event[], boolean]>([
    ['has lapsed', [paid, lapsed], true],
    ['has not before a final block tells', [paid], false],
    ['has not without any operation', [signed('0')], false],
    ['has not where nothing was signed', [], false],
    ['has not once it is settled', [paid, lapsed, included('paid')], false],
    ['has not while a cancellation may be in a block', [paid, lapsed, cancel], false],
    ['has where no node took the cancellation', [paid, lapsed, cancel, refused('cancel')], true],
    ['has not while another call is open', [paid, lapsed, signed('1', 1)], false],
  ])('%s', (_, events, expected) => {
    expect(isLapsed(fold(events))).toBe(expected)
  })

  test('has its refused cancellation withdrawn, and nothing else', () => {
    const state = fold([paid, lapsed, cancel, refused('cancel')])
    expect(state.transactions.map((transaction) => isWithdrawn(state, transaction))).toEqual([
      false,
      true,
    ])
    const before = fold([paid, cancel, refused('cancel')])
    expect(before.transactions.some((transaction) => isWithdrawn(before, transaction))).toBe(false)
  })

  test('is over if it is stopped only once nothing is open', () => {
    expect(isEnded(one, fold([paid, lapsed, stopped()]))).toBe(false)
    expect(isEnded(one, fold([paid, replaced]))).toBe(true)
  })
})

describe('the operations that no block shows', () => {
  test('are those without a receipt and a proof, cancelled ones too', () => {
    expect(names(openOperations(fold([paid, cancel])))).toEqual(['paid'])
    expect(names(openOperations(fold([paid, included('paid')])))).toEqual([])
    expect(names(openOperations(fold([paid, replaced])))).toEqual([])
    expect(names(openOperations(fold([signed('0')])))).toEqual([])
  })
})

describe('what the user may speed up', () => {
  const overtaken: Event = { type: 'overtaken', index: 0, hasHistory: true }

  test.each<[string, Event[], string | undefined]>([
    ['is the open transaction', [signed('0')], '0'],
    ['is the newest of a call', [signed('0'), signed('1')], '1'],
    ['is the one that others wait for', [signed('0'), signed('1', 1)], '0'],
    ['is the next where another one used its nonce', [signed('0'), signed('1', 1), overtaken], '1'],
    ['is no operation, for which nobody else can pay more', [paid], undefined],
    ['is the cancellation of an operation', [paid, cancel], 'cancel'],
    ['is no cancellation in a block', [paid, cancel, included('cancel')], undefined],
    [
      'is the last cancellation that came too late',
      [paid, cancel, dearer, included('paid')],
      'dearer',
    ],
    [
      'is the last of three that came too late',
      [paid, signed('0', 0, { kind: 'cancel' }), cancel, dearer, included('paid')],
      'dearer',
    ],
    ['is no spent one', [paid, cancel, spent('cancel'), included('paid')], undefined],
    [
      'is no cancellation where another transaction used the nonce',
      [paid, cancel, overtaken],
      undefined,
    ],
    ['is nothing in a block', [signed('0'), sealed('0')], undefined],
    ['is nothing of a final batch', [paid, cancel, sealed('paid'), final], undefined],
    ['is nothing of a batch that was given up', [signed('0'), stopped('givenUp')], undefined],
    ['is nothing on a chain that was started anew', [signed('0'), stopped('reset')], undefined],
    ['is also what the user stopped', [signed('0'), stopped()], '0'],
  ])('%s', (_, events, name) => {
    expect(names([speedable(fold(events))])).toEqual([name])
  })
})
