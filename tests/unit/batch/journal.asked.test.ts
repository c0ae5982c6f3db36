import { beforeEach, describe, expect, test } from 'vitest'
import { append } from '@/lib/batch/journal'
import { reapprovalId } from '@/lib/batch/reapproval'
import { journal, type DeviceSigning } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { did, hashOf, storeBatch } from './batches'

beforeEach(emptyDatabase)

const asked: Event = { type: 'asked', why: 'age' }

describe('the question to the user', () => {
  const rowOf = (key: string) => journal.approvals.get(reapprovalId(key))

  test('is stored with the event that asks it, at its time', async () => {
    const { key } = await storeBatch()
    await append(key, [asked], 5_000)
    expect(await rowOf(key)).toMatchObject({
      state: 'pending',
      createdAt: 5_000,
      again: { key, why: 'age', mode: 'sequence' },
    })
  })

  test('keeps its place where it is asked again, with the newest reason', async () => {
    const { key } = await storeBatch()
    await append(key, [asked], 5_000)
    await append(key, [{ type: 'asked', why: 'worse' }], 6_000)
    expect(await rowOf(key)).toMatchObject({ createdAt: 5_000, again: { why: 'worse' } })
  })

  test('gets a new place where the one before had its answer', async () => {
    const { key } = await storeBatch()
    await append(key, [asked], 5_000)
    await append(key, [{ type: 'confirmed' }], 6_000)
    expect(await rowOf(key)).toBeUndefined()
    await append(key, [asked], 7_000)
    expect(await rowOf(key)).toMatchObject({ createdAt: 7_000 })
  })

  test.each([
    ['given', [{ type: 'confirmed' }]],
    ['no more wanted', [did.stopped('user')]],
    ['of no use, as the batch has ended', [did.signed('a'), did.sealed('a', { status: '0x0' })]],
  ] as const)('is deleted once an answer is %s', async (_, events) => {
    const { key } = await storeBatch()
    await append(key, [asked], 5_000)
    await append(key, events, 6_000)
    expect(await journal.approvals.toArray()).toEqual([])
  })

  test('is not asked of a batch that has ended', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [did.signed('a'), did.sealed('a'), asked], 5_000)
    expect(await journal.approvals.toArray()).toEqual([])
  })

  test('is not asked again where a batch stops at once', async () => {
    const { key } = await storeBatch()
    await append(key, [asked, did.stopped('user')], 5_000)
    expect(await journal.approvals.toArray()).toEqual([])
  })

  test('stands beside those of other batches', async () => {
    const [one, two] = [await storeBatch(), await storeBatch()]
    await append(one.key, [asked], 5_000)
    await append(two.key, [asked], 6_000)
    await append(one.key, [{ type: 'confirmed' }], 7_000)
    expect(await journal.approvals.toArray()).toMatchObject([
      { id: reapprovalId(two.key), createdAt: 6_000 },
    ])
  })

  test('that stands is not touched by what happens to its batch beside it', async () => {
    const { key } = await storeBatch()
    await append(key, [asked], 5_000)
    await append(key, [{ type: 'overtaken', index: 0, hasHistory: true }], 6_000)
    expect(await rowOf(key)).toMatchObject({ createdAt: 5_000, again: { why: 'age' } })
  })
})

describe('what a device is asked to sign for a batch', () => {
  const signing = (key: string, nonce: number): DeviceSigning => ({
    id: `${key} ${nonce}`,
    key,
    from: alice,
    chainId: 31337,
    nonce,
    kind: 'next',
    unsigned: '0x02',
    createdAt: 1_000,
  })

  /** Returns what is left of the requests of two batches after events of the first. */
  const left = async (...events: Event[]) => {
    const [one, two] = [await storeBatch(), await storeBatch()]
    await append(one.key, [did.signed('a')], 0)
    await journal.signings.bulkAdd([signing(one.key, 1), signing(one.key, 2), signing(two.key, 1)])
    await append(one.key, events, 0)
    const rows = await journal.signings.toArray()
    expect(rows).toContainEqual(signing(two.key, 1))
    return rows.filter(({ key }) => key === one.key).length
  }

  test.each([
    ['signed', did.signed('b', 1)],
    ['in a block', did.included('a')],
    ['asked about again', asked],
    ['stopped', did.stopped('user')],
  ])('is deleted once the batch is %s', async (_, event) => {
    expect(await left(event)).toBe(0)
    await emptyDatabase()
    expect(await left(did.sent('a'), event)).toBe(0)
  })

  test.each([
    ['sent', did.sent('a')],
    ['moved', did.moved('a')],
    ['refused', { type: 'refused', hash: hashOf('a'), reason: 'node' }],
    ['confirmed', { type: 'confirmed' }],
  ] as const)('stays where it is only %s', async (_, event) => {
    expect(await left(event)).toBe(2)
  })
})
