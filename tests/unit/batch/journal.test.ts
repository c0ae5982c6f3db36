import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  append,
  batchOf,
  batchesChanged,
  eventsOf,
  findBatch,
  isTaken,
  liveBatches,
  stateOf,
  until,
} from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { did, hashOf, storeBatch } from './batches'

const { signed, sent, stopped, included, final } = did

beforeEach(emptyDatabase)

describe('events', () => {
  test('begin with the approval, in the write that stores the batch', async () => {
    const batch = await storeBatch()
    expect(await batchOf(batch.key)).toEqual({ ...batch, told: 0 })
    expect(await journal.events.toArray()).toEqual([
      { key: batch.key, seq: 0, at: batch.createdAt, event: { type: 'approved' } },
    ])
  })

  test('come back in the order in which they were appended, beyond ten', async () => {
    const { key } = await storeBatch()
    const names = Array.from({ length: 25 }, (_, index) => `transaction ${index}`)
    for (const name of names) await append(key, [sent(name), sent(`${name} again`)], 0)
    const expected = names.flatMap((name) => [sent(name), sent(`${name} again`)])
    expect(await eventsOf(key)).toEqual([{ type: 'approved' }, ...expected])
  })

  test('of two who append at once are all there, each one’s together', async () => {
    const { key } = await storeBatch()
    const [one, two] = [
      [sent('a'), sent('b')],
      [sent('c'), sent('d')],
    ] as const
    await Promise.all([append(key, one, 0), append(key, two, 0)])
    const events = await eventsOf(key)
    expect(events).toHaveLength(5)
    expect(events).toEqual([
      { type: 'approved' },
      ...((events[1] as { hash?: string }).hash === hashOf('a')
        ? [...one, ...two]
        : [...two, ...one]),
    ])
  })

  test('of another batch are not mixed in, even one whose key begins alike', async () => {
    const one = await storeBatch({ key: 'a' })
    const two = await storeBatch({ key: 'ab' })
    await append(one.key, [sent('1')], 0)
    await append(two.key, [sent('2')], 0)
    expect(await eventsOf('a')).toEqual([{ type: 'approved' }, sent('1')])
  })

  test('are all there or none, and nobody is told of none', async () => {
    const { key } = await storeBatch()
    const told = vi.fn()
    const stop = batchesChanged.on(told)
    // IndexedDB cannot store a function.
    const broken = { ...sent('b'), extra: () => undefined } as never
    await expect(append(key, [sent('a'), broken], 0)).rejects.toThrow()
    expect(await eventsOf(key)).toEqual([{ type: 'approved' }])
    expect(told).not.toHaveBeenCalled()
    await append(key, [sent('a')], 0)
    expect(told).toHaveBeenCalledOnce()
    stop()
  })

  test('give back the state that they add up to', async () => {
    const { key } = await storeBatch()
    const state = await append(key, [signed('a'), sent('a')], 0)
    expect(state).toEqual(await stateOf(key))
    expect(state.transactions).toMatchObject([{ hash: hashOf('a'), sent: true }])
  })
})

describe('a batch is live', () => {
  test.each([
    [true, 'approved', []],
    [true, 'in a block', [signed('a'), included('a')]],
    [true, 'stopped with a transaction out', [signed('a'), stopped()]],
    [false, 'final', [signed('a'), included('a'), final]],
    [false, 'stopped before anything was signed', [stopped()]],
    [false, 'on a chain that was reset', [signed('a'), stopped('reset')]],
  ])('%s: %s', async (isLive, _, events) => {
    const { key } = await storeBatch()
    await append(key, events, 0)
    expect((await liveBatches()).length > 0).toBe(isLive)
  })

  test('the oldest first', async () => {
    const batches = [await storeBatch({ key: 'z' }), await storeBatch({ key: 'a' })]
    expect((await liveBatches()).map(({ key }) => key)).toEqual(batches.map(({ key }) => key))
  })
})

describe('an id', () => {
  test('is one batch’s for each site and account, whatever else is stored', async () => {
    await storeBatch({ id: 'a' })
    await expect(storeBatch({ id: 'a' })).rejects.toThrow()
    expect(await isTaken(dapp, alice, 'a')).toBe(true)
    expect(await isTaken(dapp, bob, 'a')).toBe(false)
    expect(await isTaken(other, alice, 'a')).toBe(false)
    expect(await isTaken(dapp, alice, 'A')).toBe(false)
  })

  test('that two accounts share is the active one’s, else the newest', async () => {
    const ofAlice = await storeBatch({ id: 'a', from: alice })
    const ofBob = await storeBatch({ id: 'a', from: bob })
    const find = async (active?: string) => (await findBatch(dapp, 'a', active))?.key
    expect(await find(alice)).toBe(ofAlice.key)
    expect(await find(bob)).toBe(ofBob.key)
    expect(await find()).toBe(ofBob.key)
    expect(await findBatch(other, 'a', alice)).toBeUndefined()
  })
})

describe('waiting for a batch', () => {
  test('ends when its state has the answer, now or later', async () => {
    const { key } = await storeBatch()
    const first = until(key, ({ transactions }) => transactions[0]?.hash)
    await append(key, [signed('a')], 0)
    expect(await first).toBe(hashOf('a'))
    expect(await until(key, ({ transactions }) => transactions[0]?.hash)).toBe(hashOf('a'))
  })

  test('ends with the error where the answer is one', async () => {
    const { key } = await storeBatch()
    await append(key, [stopped()], 0)
    const waiting = until(key, ({ stopped: reason }) => {
      if (reason) throw new Error(reason)
      return undefined
    })
    await expect(waiting).rejects.toThrow('user')
  })
})

test('an approved request without its batch is an error, not an empty answer', async () => {
  await expect(batchOf('nobody')).rejects.toThrow('without a batch')
})
