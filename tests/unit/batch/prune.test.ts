import { beforeEach, describe, expect, test } from 'vitest'
import { clearOne, unclear } from '@/lib/batch/clearActivity'
import { append, eventsOf, isTaken } from '@/lib/batch/journal'
import { atOnce, pruneBatches } from '@/lib/batch/prune'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from '../site/siteWallet'
import { did, storeBatch } from './batches'

const wallet = openWallet()

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

/** A batch that is over and was cleared at 0. */
const storeCleared = async (id: string) => {
  const { key } = await storeBatch({ id })
  await append(key, [did.stopped()], 0)
  await clearOne(key, 0)
  return key
}

const status = async (id: string) => {
  const { result, error } = await wallet.send('wallet_getCallsStatus', [id])
  return error?.code ?? (result as { status: number }).status
}

const send = (id: string, from = {}) =>
  wallet.send(
    'wallet_sendCalls',
    [
      {
        version: '2.0.0',
        from: alice,
        chainId: '0x2105',
        atomicRequired: false,
        id,
        calls: [{ to: stranger }],
      },
    ],
    from,
  )

const keys = () => journal.batches.toCollection().primaryKeys()

test('a cleared batch answers for a day; then its rows are gone and its id stays taken', async () => {
  const key = await storeCleared('a')
  const day = 24 * 60 * 60_000
  await pruneBatches(day)
  expect(await status('a')).toBe(400)
  await pruneBatches(day + 1)
  expect(await status('a')).toBe(5730)
  expect(await eventsOf(key)).toEqual([])
  expect(await keys()).toEqual([])
  expect(await journal.tombstones.toArray()).toEqual([{ origin: dapp, from: alice, id: 'a' }])
  expect((await send('a')).error?.code).toBe(5720)
})

test('an id is taken for its site and account alone, byte for byte', async () => {
  await storeCleared('a')
  await pruneBatches(Infinity)
  expect(await isTaken(dapp, alice, 'a')).toBe(true)
  expect(await isTaken(dapp, alice, 'A')).toBe(false)
  expect(await isTaken(dapp, bob, 'a')).toBe(false)
  expect(await isTaken(other, alice, 'a')).toBe(false)
})

describe('what is not cleared stays, however old', () => {
  test('over', async () => {
    const { key } = await storeBatch()
    await append(key, [did.stopped()], 0)
    await pruneBatches(Infinity)
    expect(await keys()).toEqual([key])
  })

  test('taken back', async () => {
    const key = await storeCleared('a')
    await unclear(0)
    await pruneBatches(Infinity)
    expect(await keys()).toEqual([key])
    expect(await journal.tombstones.count()).toBe(0)
  })

  test('live, whatever else its row says', async () => {
    const { key } = await storeBatch()
    await journal.batches.update(key, { shown: 0, clearedAt: 0 })
    await pruneBatches(Infinity)
    expect(await keys()).toEqual([key])
    expect(await eventsOf(key)).toHaveLength(1)
  })
})

test('other batches keep their events, even one whose key begins alike', async () => {
  const { key } = await storeBatch({ key: 'a' })
  await storeBatch({ key: 'ab' })
  await append(key, [did.stopped()], 0)
  await clearOne(key, 0)
  await pruneBatches(Infinity)
  expect(await keys()).toEqual(['ab'])
  expect(await eventsOf('ab')).toEqual([{ type: 'approved' }])
})

test('only so many go at once, and two at once are as one', async () => {
  const count = 2 * atOnce
  for (let index = 0; index < count; index++) await storeCleared(`id of ${index}`)
  await Promise.all([pruneBatches(Infinity), pruneBatches(Infinity)])
  expect(await journal.batches.count()).toBe(count - atOnce)
  expect(await journal.tombstones.count()).toBe(atOnce)
  await pruneBatches(Infinity)
  expect(await keys()).toEqual([])
  expect(await journal.tombstones.count()).toBe(count)
})

test('rows and tombstone are one write: none without the other, and it is tried again', async () => {
  const key = await storeCleared('a')
  const full = () => {
    throw new Error('the disk is full')
  }
  journal.tombstones.hook('creating', full)
  await expect(pruneBatches(Infinity)).rejects.toThrow('full')
  journal.tombstones.hook('creating').unsubscribe(full)
  expect(await eventsOf(key)).toHaveLength(2)
  expect(await keys()).toEqual([key])

  const broken = () => {
    throw new Error('the disk is broken')
  }
  journal.batches.hook('deleting', broken)
  await expect(pruneBatches(Infinity)).rejects.toThrow('broken')
  journal.batches.hook('deleting').unsubscribe(broken)
  expect(await eventsOf(key)).toHaveLength(2)
  expect(await journal.tombstones.count()).toBe(0)

  await pruneBatches(Infinity)
  expect(await keys()).toEqual([])
})
