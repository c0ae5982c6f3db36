import { describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import { lostTransactions, speedable } from '@/lib/batch/machine'
import { fold } from '@/lib/batch/state'
import { did, hashOf } from './batches'

const { signed, sent, included, moved, stopped } = did
const refused = (name: string): Event => ({ type: 'refused', hash: hashOf(name), reason: 'node' })
const overtaken = (index: number): Event => ({ type: 'overtaken', index, hasHistory: true })

const lost = (...events: Event[]) => lostTransactions(fold(events)).map(({ hash }) => hash)

describe('what goes out again', () => {
  test('is the newest that a node had, however many it refused since', () => {
    expect(
      lost(signed('a'), sent('a'), signed('b'), refused('b'), signed('c'), refused('c')),
    ).toEqual([hashOf('a')])
  })

  test('is the one before the newest where none was had', () => {
    expect(lost(signed('a'), signed('b'))).toEqual([hashOf('a')])
    expect(lost(signed('a'), included('a'), moved('a'), signed('b'))).toEqual([hashOf('a')])
  })

  test('is the only one', () => {
    expect(lost(signed('a'))).toEqual([hashOf('a')])
  })
})

describe('what can be sped up', () => {
  const two = [signed('a', 0), signed('b', 1)]

  test('is the lowest transaction that waits for a block', () => {
    expect(speedable(fold(two))?.hash).toBe(hashOf('a'))
  })

  test('is not one whose nonce another transaction used', () => {
    expect(speedable(fold([...two, overtaken(0)]))?.hash).toBe(hashOf('b'))
    expect(speedable(fold([...two, overtaken(0), overtaken(1)]))).toBeUndefined()
  })

  test.each(['reset', 'givenUp'] as const)('is nothing of a batch that is over (%s)', (reason) => {
    expect(speedable(fold([...two, stopped(reason)]))).toBeUndefined()
  })
})
