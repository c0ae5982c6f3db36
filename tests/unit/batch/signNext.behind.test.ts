import { beforeEach, expect, test } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { openPool } from './poolNode'
import { signThere } from './signNext'
import { types } from './runnerHarness'

beforeEach(emptyDatabase)

const minute = 60_000

/** An account whose count is 5 in the newest block, and 7 with another wallet's transactions that wait. */
const behindOthers = async (mode: 'one' | 'sequence' = 'one') => {
  const place = openChain()
  const { chain } = place
  const counts = { latest: '0x5', pending: '0x7' }
  chain.answers.eth_getTransactionCount = ([, tag]: [string, keyof typeof counts]) => counts[tag]
  const batch = await storeBatch({ mode, expected: 'succeeds' })
  chain.now = batch.createdAt + 1
  const behindNow = async () => (await stateOf(batch.key)).behind
  return { ...place, batch, counts, behindNow }
}

test('what waits below a nonce is on the page while the signature is asked for', async () => {
  const place = openPool()
  place.foreign(2)
  const batch = await storeBatch({ mode: 'one' })
  const { sign } = place.world
  const asked = Promise.withResolvers<void>()
  const device = Promise.withResolvers<void>()
  place.world.sign = async (...of) => {
    asked.resolve()
    await device.promise
    return sign(...of)
  }
  const signing = place.runner.advance()
  await asked.promise
  expect(await stateOf(batch.key)).toMatchObject({
    transactions: [],
    behind: { missing: [5, 6], isWaiting: true, isGap: false },
  })
  device.resolve()
  await signing
  expect(await types(batch)).toEqual(['approved', 'behind', 'signed', 'sent'])
})

test('it is told once while the wallet cannot sign, and anew once it is other or over', async () => {
  const { chain, world, batch, counts, behindNow } = await behindOthers()
  chain.isLocked = true
  await signThere(world, batch, 0)
  await signThere(world, batch, 0)
  expect(await types(batch)).toEqual(['approved', 'behind'])
  counts.latest = '0x6'
  await signThere(world, batch, 0)
  expect(await behindNow()).toMatchObject({ missing: [6] })
  counts.latest = '0x7'
  await signThere(world, batch, 0)
  expect(await behindNow()).toBeUndefined()
  await signThere(world, batch, 0)
  expect(await types(batch)).toEqual(['approved', 'behind', 'behind', 'behind'])
})

test('a node that tells no count leaves what was told', async () => {
  const { chain, world, batch, counts, behindNow } = await behindOthers()
  chain.isLocked = true
  await signThere(world, batch, 0)
  chain.answers.eth_getTransactionCount = ([, tag]: [string, keyof typeof counts]) => {
    if (tag === 'latest') throw new Error('it does not tell the count')
    return counts[tag]
  }
  await signThere(world, batch, 0)
  expect(await behindNow()).toMatchObject({ missing: [5, 6] })
})

test('it makes no approval younger, and no outcome one that was just seen', async () => {
  const { chain, world, batch } = await behindOthers()
  chain.isLocked = true
  chain.now = batch.createdAt + 9 * minute
  await signThere(world, batch, 0)
  expect(await types(batch)).toEqual(['approved', 'behind'])
  expect(chain.looks).toEqual([0])
  await signThere(world, batch, 0)
  expect(chain.looks).toEqual([0, 0])
  chain.now += 2 * minute
  expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'age' }])
})

test('it does not have what the user has just agreed to looked at again', async () => {
  const { chain, world, batch, behindNow } = await behindOthers('sequence')
  const first = [did.signed('0', 0, { nonce: 4 }), did.included('0')]
  const asked = { type: 'asked', why: 'worse' } as const
  await append(batch.key, [...first, asked, { type: 'confirmed' }], chain.now)
  chain.isLocked = true
  await signThere(world, batch, 1)
  expect(await behindNow()).toMatchObject({ missing: [5, 6] })
  await signThere(world, batch, 1)
  expect(chain.looks).toEqual([])
})

test('a batch that was stopped before anything of it was signed waits for nothing', async () => {
  const { chain, world, batch, behindNow } = await behindOthers()
  chain.isLocked = true
  await signThere(world, batch, 0)
  await append(batch.key, [{ type: 'stopped', reason: 'user' }], chain.now)
  expect(await behindNow()).toBeUndefined()
})
