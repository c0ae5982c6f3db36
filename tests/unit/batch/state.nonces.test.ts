import { describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import { did, hashOf } from './batches'

const { signed, sent, included, sealed, final } = did

const overtaken = (index: number, hasHistory = false): Event => ({
  type: 'overtaken',
  index,
  hasHistory,
})

describe('nonces that something else used', () => {
  test('are kept by their calls, with what is known of them last', () => {
    const state = fold([overtaken(0), overtaken(1, true), overtaken(0, true)])
    expect(state).toStrictEqual({
      ...fold([]),
      overtaken: { 0: { hasHistory: true }, 1: { hasHistory: true } },
    })
  })

  test('are free again one by one', () => {
    const state = fold([overtaken(0), overtaken(1), { type: 'freed', index: 0 }])
    expect(state).toStrictEqual({ ...fold([]), overtaken: { 1: { hasHistory: false } } })
  })

  test('are kept with the transactions that are proven to have used them', () => {
    const by = (index: number): Event => ({ type: 'replaced', index, by: hashOf(`by ${index}`) })
    expect(fold([by(0), by(2)])).toStrictEqual({
      ...fold([]),
      replaced: { 0: hashOf('by 0'), 2: hashOf('by 2') },
    })
  })

  test('are kept with the sealed blocks in which cancellations did', () => {
    const place = (index: number) => ({
      by: hashOf(`by ${index}`),
      block: '0xa' as const,
      blockHash: hashOf(`block ${index}`),
    })
    const burnt = (index: number): Event => ({ type: 'burnt', index, ...place(index) })
    expect(fold([burnt(0), burnt(1)])).toStrictEqual({
      ...fold([]),
      burnt: { 0: place(0), 1: place(1) },
    })
  })
})

describe('nonces that have to be used first', () => {
  const behind = (...missing: number[]): Event => ({
    type: 'behind',
    missing,
    isWaiting: true,
    isGap: false,
  })

  test('are kept until there are none', () => {
    expect(fold([behind(3, 4)])).toStrictEqual({
      ...fold([]),
      behind: { missing: [3, 4], isWaiting: true, isGap: false },
    })
    expect(fold([behind(3, 4), behind()])).toStrictEqual(fold([]))
  })

  test.each([
    ['pre-confirmed', included('a')],
    ['sealed', sealed('a')],
  ])('are no matter once a transaction is in a block: %s', (_, event) => {
    const events = [signed('a'), sent('a')]
    expect(fold([...events, behind(3), event])).toStrictEqual(fold([...events, event]))
    expect(fold([...events, behind(3)]).behind?.missing).toEqual([3])
  })
})

test('a batch is final once that is told', () => {
  const events = [signed('a'), sealed('a')]
  expect(fold(events).final).toBe(false)
  expect(fold([...events, final])).toStrictEqual({ ...fold(events), final: true })
})

test('a stop is kept with its reason, beside what was signed', () => {
  const state = fold([signed('a'), did.stopped('expired')])
  expect(state).toStrictEqual({ ...fold([signed('a')]), stopped: 'expired' })
})
