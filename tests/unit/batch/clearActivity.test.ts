import { beforeEach, describe, expect, test } from 'vitest'
import { clearOne, clearOver, hasOver, shownBatches, unclear } from '@/lib/batch/clearActivity'
import { assertFrozen } from '@/lib/batch/freeze'
import { append, batchOf } from '@/lib/batch/journal'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'

beforeEach(emptyDatabase)

/** A batch that is over. */
const storeOver = async () => {
  const batch = await storeBatch()
  await append(batch.key, [did.stopped()], 0)
  return batch.key
}

const shown = () => shownBatches().primaryKeys()

describe('clearing one', () => {
  test('hides what is over and changes nothing else of it', async () => {
    const key = await storeOver()
    const before = await batchOf(key)
    expect(await clearOne(key, 5)).toBe(true)
    expect(await shown()).toEqual([])
    expect(await batchOf(key)).toEqual({ ...before, shown: 0, clearedAt: 5 })
    assertFrozen(await batchOf(key))
  })

  test.each([
    ['approved', []],
    ['sent', [did.signed('a'), did.sent('a')]],
    ['sealed, not final', [did.signed('a'), did.sealed('a')]],
    ['stopped with a transaction out', [did.signed('a'), did.stopped()]],
  ])('leaves what may still change: %s', async (_, events) => {
    const { key } = await storeBatch()
    await append(key, events, 0)
    const before = await batchOf(key)
    expect(await clearOne(key, 5)).toBe(false)
    expect(await batchOf(key)).toEqual(before)
  })

  test('again, as a page does whose worker was stopped, is done already', async () => {
    const key = await storeOver()
    expect([await clearOne(key, 5), await clearOne(key, 5)]).toEqual([true, true])
    // After a second clearing, the undo of the first still restores the batch.
    expect(await clearOne(key, 9)).toBe(true)
    expect((await batchOf(key)).clearedAt).toBe(5)
  })
})

describe('clearing all that are over', () => {
  test('leaves the live ones, however many there are', async () => {
    const over = []
    for (let index = 0; index < 450; index++) over.push(await storeOver())
    const { key } = await storeBatch()
    expect(await hasOver()).toBe(true)
    await clearOver(7)
    expect(await shown()).toEqual([key])
    expect(await hasOver()).toBe(false)

    await unclear(7)
    expect(await shown()).toEqual([...over, key])
  })

  test('is taken back by itself, not with what was cleared before', async () => {
    const [first, second] = [await storeOver(), await storeOver()]
    const before = await batchOf(second)
    await clearOne(first, 1)
    await clearOver(2)
    await unclear(2)
    expect(await shown()).toEqual([second])
    expect(await batchOf(second)).toEqual(before)
  })
})

test('the wallet’s page is told what may not be cleared', async () => {
  const services = {} as WalletServices
  const [over, { key }] = [await storeOver(), await storeBatch()]
  expect(await verbs.clear({ key, at: 1 }, services)).toBe('live')
  expect(await verbs.clear({ key: over, at: 1 }, services)).toBe('done')
  await verbs.unclear({ at: 1 }, services)
  expect(await verbs.clear({ at: 2 }, services)).toBe('done')
  expect(await shown()).toEqual([key])
})
