import { beforeEach, expect, test } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { nonceFloor } from '@/lib/batch/usedNonces'
import type { Event } from '@/lib/db/batchEvent'
import { bob } from '../accounts'
import { emptyDatabase } from '../database'
import { putFloor } from './aboveGap'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { out, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const behind: Event = { type: 'behind', missing: [5, 6], isWaiting: false, isGap: true }
const above = [did.signed('0', 0, { nonce: 7 }), did.sent('0'), behind]

test('a batch that is given up gives back all nonces from the lowest missing one on', async () => {
  const { chain, runner } = start()
  const batch = await storeBatch({ mode: 'one' })
  await append(batch.key, above, chain.now)
  await putFloor(batch, 7)
  expect(await runner.giveUp(batch.key)).toBe('done')
  expect(await nonceFloor(batch)).toBe(5)
})

test('a batch on a network that the wallet no longer has is not given up', async () => {
  const { chain, runner } = start(openChain(4242))
  const batch = await storeBatch({ mode: 'one', chainId: 4242 })
  await append(batch.key, above, chain.now)
  expect(await runner.giveUp(batch.key)).toBe('too late')
  expect((await stateOf(batch.key)).stopped).toBeUndefined()
})

test('a batch that waits for nothing is not given up, and nothing else goes on by it', async () => {
  const { runner, batch } = await out()
  const waiting = await storeBatch({ mode: 'one', from: bob })
  expect(await runner.giveUp(batch.key)).toBe('too late')
  expect((await stateOf(batch.key)).stopped).toBeUndefined()
  expect(await types(waiting)).toEqual(['approved'])
})
