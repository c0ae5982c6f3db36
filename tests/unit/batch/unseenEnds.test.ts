import { beforeEach, expect, test } from 'vitest'
import { append } from '@/lib/batch/journal'
import type { Event } from '@/lib/db/batchEvent'
import { setting } from '@/lib/db/settings'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'

const { signed, sent, included, sealed, moved, stopped, final } = did

beforeEach(emptyDatabase)

/** Returns how often a batch became unseen when its events were appended one by one. */
const told = async (...events: Event[]) => {
  const { key } = await storeBatch({ mode: 'one' })
  for (const event of events) await append(key, [event], 0)
  const ended = await setting('ended')
  expect(ended.every((one) => one.key === key)).toBe(true)
  return ended.length
}

test('a batch is news once it stands in a sealed block, and not before', async () => {
  expect(await told(signed('a'), sent('a'), included('a'))).toBe(0)
})

test.each([
  ['confirmed', [signed('a'), included('a'), sealed('a'), final]],
  ['reverted', [signed('a'), sealed('a', { status: '0x0' }), final]],
  ['never signed, because it grew old', [stopped('expired')]],
  [
    'taken out of its block and put into another',
    [signed('a'), sealed('a'), moved('a'), sealed('a')],
  ],
] as const)('%s: once', async (_, events) => {
  expect(await told(...events)).toBe(1)
})

test.each(['user', 'refused'] as const)(
  'what the user wanted is no news to them: stopped by %s',
  async (reason) => {
    expect(await told(stopped(reason))).toBe(0)
  },
)

test('what the user stopped too late is', async () => {
  expect(await told(signed('a'), sent('a'), stopped('user'), sealed('a'), final)).toBe(1)
})

test('the write that ends a batch is the one that makes it news', async () => {
  const { key } = await storeBatch({ mode: 'one' })
  await append(key, [signed('a'), sealed('a'), final], 0)
  expect(await setting('ended')).toEqual([{ key }])
})
