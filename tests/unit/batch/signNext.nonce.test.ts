import { beforeEach, describe, expect, test } from 'vitest'
import { eventsOf } from '@/lib/batch/journal'
import { signNext } from '@/lib/batch/signNext'
import { emptyDatabase } from '../database'
import { putFloor } from './aboveGap'
import { storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { signThere } from './signNext'

beforeEach(emptyDatabase)

/** A batch that was approved to fill the nonce 5. */
const filling = async () => {
  const place = openChain()
  const batch = await storeBatch({ mode: 'one', nonce: 5 })
  place.chain.now = batch.createdAt + 1
  return { ...place, batch }
}

describe('what fills a nonce', () => {
  test('is signed at that one while it is unused, and waits for nothing', async () => {
    const { chain, world, batch } = await filling()
    chain.count = 3
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed', nonce: 5 }])
    chain.count = 5
    await putFloor(batch, 5)
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed', nonce: 5 }])
  })

  test('ends where the node has it used', async () => {
    const { chain, world, batch } = await filling()
    chain.count = 6
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'stopped', reason: 'used' }])
    expect(chain.signatures).toBe(0)
  })

  test('ends where a sealed block had it used', async () => {
    const { chain, world, batch } = await filling()
    await putFloor(batch, 6)
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'stopped', reason: 'used' }])
    expect(chain.signatures).toBe(0)
  })

  test('is not signed while the node does not tell the count', async () => {
    const { chain, world, batch } = await filling()
    chain.answers.eth_getTransactionCount = silence
    await expect(signThere(world, batch, 0)).rejects.toMatchObject({
      code: 4901,
      message: 'The network does not answer: it does not tell the nonce',
    })
    expect(chain.signatures).toBe(0)
  })

  test('is the first nonce, too', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch({ mode: 'one', nonce: 0 })
    chain.now = batch.createdAt + 1
    chain.count = 0
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed', nonce: 0 }])
    chain.count = 1
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'stopped', reason: 'used' }])
  })
})

describe('any other transaction', () => {
  test('is told with what waits below it', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch({ mode: 'one' })
    chain.now = batch.createdAt + 1
    chain.answers.eth_getTransactionCount = ([, tag]: [string, string]) =>
      tag === 'pending' ? '0x7' : '0x5'
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed', nonce: 7 }])
    expect((await eventsOf(batch.key)).slice(1)).toEqual([
      { type: 'behind', missing: [5, 6], isWaiting: true, isGap: false },
    ])
  })

  test('is not signed while the wallet is locked, though something waits', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch({ mode: 'one' })
    chain.now = batch.createdAt + 1
    chain.isLocked = true
    chain.answers.eth_getTransactionCount = ([, tag]: [string, string]) =>
      tag === 'pending' ? '0x7' : '0x5'
    expect(await signThere(world, batch, 0)).toEqual([])
  })

  test('is signed though the node tells only the pending count', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch({ mode: 'one' })
    chain.now = batch.createdAt + 1
    chain.answers.eth_getTransactionCount = ([, tag]: [string, string]) =>
      tag === 'pending' ? '0x7' : silence()
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed', nonce: 7 }])
  })

  test('is not signed on a chain that was started anew', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch({ mode: 'one' })
    chain.now = batch.createdAt + 1
    const events = await signNext(world, batch, 0, () => Promise.resolve(true))
    expect(events).toEqual([{ type: 'stopped', reason: 'reset' }])
    expect(chain.signatures).toBe(0)
  })
})
