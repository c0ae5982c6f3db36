import { beforeEach, describe, expect, test } from 'vitest'
import { append, eventsOf, stateOf } from '@/lib/batch/journal'
import { lowerFloor, nonceFloor, provesUse } from '@/lib/batch/usedNonces'
import { journal, type Batch } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { emptyDatabase } from '../database'
import { alice } from '../accounts'
import { did, genesis, hashOf, storeBatch } from './batches'

beforeEach(emptyDatabase)

const { signed, operation, sealed, included, sent, moved, stopped, final } = did

const lane = `31337 ${alice} ${genesis}`
const floorOf = (batch: Batch) => nonceFloor(batch)
const signatures = async () => journal.signatures.toArray()

test('what is signed, sealed or stopped proves a nonce or a hash used, or gives it back, and nothing else does', () => {
  const events: Event[] = [signed('a'), operation('a'), sealed('a'), stopped()]
  expect(events.map(provesUse)).toEqual([true, true, true, true])
  const others = [included('a'), sent('a'), moved('a'), final]
  expect(others.map(provesUse)).toEqual([false, false, false, false])
})

describe('the hash of what a batch signed', () => {
  test('is kept with the batch and its chain', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [signed('a')], 0)
    expect(await signatures()).toEqual([{ hash: hashOf('a'), key, floor: lane }])
  })

  test('is kept of an operation, which no other batch signs again', async () => {
    const first = await storeBatch({ mode: 'atomic' })
    await append(first.key, [operation('o')], 0)
    expect(await signatures()).toEqual([{ hash: hashOf('o'), key: first.key, floor: lane }])
    const other = await storeBatch({ mode: 'atomic' })
    await expect(append(other.key, [operation('o')], 0)).rejects.toMatchObject({
      code: -32000,
      message: 'not signed: another batch signed this very transaction',
    })
    expect((await eventsOf(other.key)).map(({ type }) => type)).toEqual(['approved'])
  })

  test('is kept of nothing that was only sent or included', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [signed('a'), sent('a'), included('a'), final], 0)
    expect(await signatures()).toHaveLength(1)
  })

  test('goes to the batch on the chain that was started anew', async () => {
    const first = await storeBatch({ mode: 'one' })
    await append(first.key, [signed('a')], 0)
    const anew = await storeBatch({ mode: 'one', genesis: hashOf('anew') })
    await append(anew.key, [signed('a')], 0)
    expect(await signatures()).toMatchObject([{ key: anew.key }])
  })

  test('goes to the batch that fills a gap, once the other one is cleared', async () => {
    const first = await storeBatch({ mode: 'one' })
    await append(first.key, [signed('a')], 0)
    await journal.batches.delete(first.key)
    const filling = await storeBatch({ mode: 'one', nonce: 0 })
    await append(filling.key, [signed('a')], 0)
    expect(await signatures()).toMatchObject([{ key: filling.key }])
  })

  test('is given back with the batch that is given up, and with no other', async () => {
    const first = await storeBatch({ mode: 'one' })
    const other = await storeBatch({ mode: 'one' })
    await append(first.key, [signed('a')], 0)
    await append(other.key, [signed('b')], 0)
    await append(other.key, [stopped('user')], 0)
    expect(await signatures()).toHaveLength(2)
    await append(other.key, [stopped('givenUp')], 0)
    expect(await signatures()).toMatchObject([{ hash: hashOf('a'), key: first.key }])
  })
})

describe('a floor', () => {
  test('is raised by what is higher alone', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [signed('a', 0, { nonce: 5 }), sealed('a')], 0)
    expect(await journal.floors.toArray()).toEqual([{ key: lane, nonce: 6 }])
    const other = await storeBatch({ mode: 'one' })
    await append(other.key, [signed('b', 0, { nonce: 4 }), sealed('b')], 0)
    expect(await journal.floors.toArray()).toEqual([{ key: lane, nonce: 6 }])
  })

  test('is not there before anything is sealed', async () => {
    const batch = await storeBatch({ mode: 'one' })
    await append(batch.key, [signed('a', 0, { nonce: 5 }), sent('a'), included('a')], 0)
    expect(await journal.floors.toArray()).toEqual([])
    expect(await floorOf(batch)).toBe(0)
  })

  test('is not raised by what the batch never signed', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [signed('a', 0, { nonce: 5 })], 0)
    await append(key, [sealed('b')], 0)
    expect(await journal.floors.toArray()).toEqual([])
    expect((await stateOf(key)).transactions).toHaveLength(1)
  })

  test('is lowered to what is lower, and never raised by that', async () => {
    const batch = await storeBatch({ mode: 'one' })
    await append(batch.key, [signed('a', 0, { nonce: 5 }), sealed('a')], 0)
    await lowerFloor(batch, 7)
    expect(await floorOf(batch)).toBe(6)
    await lowerFloor(batch, 5)
    expect(await floorOf(batch)).toBe(5)
  })

  test('that is not there is not written to be lowered', async () => {
    const batch = await storeBatch({ mode: 'one' })
    await lowerFloor(batch, 0)
    expect(await journal.floors.toArray()).toEqual([])
  })
})

describe('a user operation that a sealed block has', () => {
  const held = (by: string) => sealed('o', { transactionHash: hashOf(by) })
  const bundles = async () => (await signatures()).map(({ bundle }) => bundle)
  const counted = async () => (await journal.floors.toArray()).map(({ operations }) => operations)

  test('is kept with the transaction that held it, and counted once for that', async () => {
    const { key } = await storeBatch({ mode: 'atomic' })
    await append(key, [operation('o'), held('bundle')], 0)
    expect(await signatures()).toEqual([
      { hash: hashOf('o'), key, floor: lane, bundle: hashOf('bundle') },
    ])
    await append(key, [held('bundle')], 0)
    expect(await counted()).toEqual([1])
    await append(key, [moved('o'), held('another')], 0)
    expect(await bundles()).toEqual([hashOf('another')])
    expect(await counted()).toEqual([2])
  })

  test('is counted also after its batch was given up', async () => {
    const { key } = await storeBatch({ mode: 'atomic' })
    await append(key, [operation('o'), stopped('givenUp')], 0)
    await append(key, [held('bundle')], 0)
    expect(await bundles()).toEqual([hashOf('bundle')])
    expect(await counted()).toEqual([1])
  })

  test('is counted beside others of the account', async () => {
    for (const name of ['o', 'p']) {
      const { key } = await storeBatch({ mode: 'atomic' })
      const one = sealed(name, { transactionHash: hashOf(`bundle of ${name}`) })
      await append(key, [operation(name), one], 0)
    }
    expect(await counted()).toEqual([2])
  })

  test('is not what a transaction of the account itself is', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [signed('o', 0, { nonce: 5 }), held('bundle')], 0)
    expect(await bundles()).toEqual([undefined])
    expect(await counted()).toEqual([undefined])
  })
})
