import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  append,
  batchesChanged,
  eventsOf,
  findBatch,
  isTaken,
  livePlaces,
  randomId,
  readLivePlaces,
  stateOf,
  until,
} from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { did, genesis, hashOf, storeBatch } from './batches'

beforeEach(emptyDatabase)

describe.each([
  ['the background', livePlaces],
  ['a page', readLivePlaces],
])('the batches that may still change, as %s reads them', (_, read) => {
  /** Stores batches of two accounts on two chains, and one that is over, named by their keys. */
  const storeAll = async () => {
    await storeBatch({ key: 'd', from: alice, chainId: 8453 })
    await storeBatch({ key: 'c', from: bob, chainId: 8453 })
    await storeBatch({ key: 'b', from: alice, chainId: 1 })
    await storeBatch({ key: 'a', from: alice, chainId: 8453 })
    await storeBatch({ key: 'over', from: alice, chainId: 8453 })
    await append('over', [did.stopped('user')], 0)
  }

  test.each([
    ['all', {}, ['d', 'c', 'b', 'a']],
    ['a chain’s', { chainId: 8453 }, ['d', 'c', 'a']],
    ['an account’s', { from: alice }, ['d', 'b', 'a']],
    ['an account’s on a chain', { chainId: 8453, from: alice }, ['d', 'a']],
    ['none on a chain without', { chainId: 10 }, []],
  ])('are %s, the oldest first', async (_name, of, keys) => {
    await storeAll()
    expect((await read(of)).map(({ batch }) => batch.key)).toEqual(keys)
  })

  test('come as they are stored, each with its state', async () => {
    const [one, two] = [await storeBatch(), await storeBatch()]
    await append(two.key, [did.signed('a'), did.sent('a')], 0)
    expect(await read({})).toEqual([
      { batch: { ...one, told: 0 }, state: await stateOf(one.key) },
      { batch: { ...two, told: 0 }, state: await stateOf(two.key) },
    ])
  })
})

test('the background reads all live batches where it names none', async () => {
  const { key } = await storeBatch()
  expect((await livePlaces()).map(({ batch }) => batch.key)).toEqual([key])
})

test('the newest batch of an id is the one that was stored last, whatever its key', async () => {
  await storeBatch({ key: 'z', id: 'a', from: bob })
  await storeBatch({ key: 'y', id: 'a', from: alice })
  await storeBatch({ key: 'x', id: 'b', from: alice })
  expect((await findBatch(dapp, 'a'))?.key).toBe('y')
})

describe('an id that a batch had', () => {
  const bury = (origin: string) => journal.tombstones.put({ origin, from: alice, id: 'a' })

  test('stays taken though the batch is deleted', async () => {
    expect(await isTaken(dapp, alice, 'a')).toBe(false)
    await bury(dapp)
    expect(await isTaken(dapp, alice, 'a')).toBe(true)
  })

  test('is free for another site, another account and another id', async () => {
    await bury(dapp)
    expect(await isTaken(other, alice, 'a')).toBe(false)
    expect(await isTaken(dapp, bob, 'a')).toBe(false)
    expect(await isTaken(dapp, alice, 'b')).toBe(false)
  })
})

describe('an id of the wallet’s own', () => {
  test('is 32 bytes, another one each time, whose first digit is not zero', () => {
    const ids = Array.from({ length: 200 }, () => randomId())
    for (const id of ids) expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{63}$/)
    expect(new Set(ids).size).toBe(200)
  })

  test.each([
    [0x00, '0x10', '00'],
    [0x0f, '0x1f', '0f'],
    [0xef, '0xff', 'ef'],
  ])('is the random bytes %i but for one bit', (byte, first, rest) => {
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(byte)
      return bytes
    })
    const id = randomId()
    random.mockRestore()
    expect(id).toBe(`${first}${rest.repeat(31)}`)
  })
})

describe('waiting for a batch', () => {
  test('goes on through changes that are no answer, also of other batches', async () => {
    const [one, two] = [await storeBatch(), await storeBatch()]
    const seen: number[] = []
    const found = until(one.key, ({ transactions }) => {
      seen.push(transactions.length)
      return transactions[1]?.hash
    })
    await append(two.key, [did.signed('x'), did.signed('y', 1)], 0)
    await append(one.key, [did.signed('a')], 0)
    await append(one.key, [did.signed('b', 1)], 0)
    expect(await found).toBe(hashOf('b'))
    expect(seen.at(-1)).toBe(2)
  })

  test('takes an answer that is false or nothing', async () => {
    const { key } = await storeBatch()
    expect(await until(key, () => false)).toBe(false)
    expect(await until(key, () => null)).toBeNull()
  })

  test('misses no change that comes while it reads', async () => {
    const { key } = await storeBatch()
    let asked = 0
    const found = until(key, () => {
      asked++
      if (asked === 1) batchesChanged.emit()
      return asked === 2 ? 'second' : undefined
    })
    expect(await found).toBe('second')
  })
})

test('events of a batch that is not stored are none', async () => {
  await storeBatch({ genesis })
  expect(await eventsOf('nobody')).toEqual([])
})
