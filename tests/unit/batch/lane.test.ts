import { keccak256, type Hash } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { batchesAhead, unminedAhead } from '@/lib/batch/lane'
import { append, livePlaces, stateOf } from '@/lib/batch/journal'
import { heldNonces } from '@/lib/batch/nonce'
import type { Event } from '@/lib/db/batchEvent'
import type { SignedOperation } from '@/lib/db/userOperation'
import type { Batch } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice } from '../accounts'
import { did, storeBatch } from './batches'
import { start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const ask = (batch: Batch, at: number) =>
  append(batch.key, [{ type: 'asked', why: 'delegate' }], at)

const lane = { chainId: 31337, from: alice }

const callsAhead = async (place: Parameters<typeof unminedAhead>[0]) =>
  (await unminedAhead(place)).flatMap(({ calls }) => calls)

describe('what comes before a batch', () => {
  test('is not what waits behind its question', async () => {
    const { chain, runner, include } = start()
    const first = await storeBatch()
    const second = await storeBatch({ mode: 'one' })
    await runner.advance()
    include(keccak256(chain.sent[0] ?? '0x'))
    await runner.look(31337)
    await ask(first, chain.now)
    await runner.advance()
    expect(await types(second)).toEqual(['approved'])
    expect(await callsAhead({ ...lane, key: first.key })).toEqual([])
    expect(await callsAhead({ ...lane, key: second.key })).toHaveLength(1)
  })

  test('is no question with nothing out: the next batch goes first', async () => {
    const { chain, runner } = start()
    const first = await storeBatch({ mode: 'one' })
    await ask(first, chain.now)
    expect(await callsAhead(lane)).toEqual([])
    const second = await storeBatch({ mode: 'one' })
    await runner.advance()
    expect(await types(second)).toEqual(['approved', 'signed', 'sent'])
  })

  test('is what has begun, also where it was approved later', async () => {
    const { chain, runner } = start()
    const first = await storeBatch({ mode: 'one' })
    await ask(first, chain.now)
    const second = await storeBatch()
    await runner.advance()
    await append(first.key, [{ type: 'confirmed' }], chain.now)
    await runner.advance()
    expect((await stateOf(second.key)).transactions).toHaveLength(1)
    expect(await types(first)).toEqual(['approved', 'asked', 'confirmed'])
    expect(await callsAhead({ ...lane, key: first.key })).toHaveLength(2)
  })

  test('is nothing whose nonce another wallet used', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    const gone = { type: 'overtaken', index: 0, hasHistory: false } as const
    await append(key, [did.signed('0'), did.sent('0'), gone], 1)
    expect(await callsAhead(lane)).toEqual([])
  })
})

test('a node that hangs holds up no other chain', async () => {
  const place = start()
  const { request } = place.world
  place.world.request = (id, ...rest) =>
    id === 84532 ? new Promise(() => undefined) : request(id, ...rest)
  const { runner } = start(place)
  await storeBatch({ mode: 'one', chainId: 84532 })
  const mine = await storeBatch({ mode: 'one' })
  void runner.advance()
  await expect.poll(() => types(mine)).toEqual(['approved', 'signed', 'sent'])
})

describe('what somebody else pays for', () => {
  const hash: Hash = `0x${'ab'.repeat(32)}`
  const operation = (upgrade: boolean): Event => ({
    type: 'operation',
    index: 0,
    hash,
    signed: { nonce: '0x0' } as unknown as SignedOperation,
    nonce: 5,
    upgrade,
    deadline: 1_000_000,
    since: 1,
  })

  test.each([true, false])(
    'is in the way until it can run no more, upgrade %s',
    async (upgrade) => {
      const batch = await storeBatch({ mode: 'atomic', gas: ['0x1'] })
      await append(batch.key, [operation(upgrade)], 1)
      expect(batchesAhead(await livePlaces(lane))).toHaveLength(1)
      expect(heldNonces(await stateOf(batch.key))).toEqual(upgrade ? [5] : [])
      await append(batch.key, [{ type: 'lapsed', hash, block: 9 }], 1)
      expect(batchesAhead(await livePlaces(lane))).toEqual([])
      expect(heldNonces(await stateOf(batch.key))).toEqual([])
    },
  )
})
