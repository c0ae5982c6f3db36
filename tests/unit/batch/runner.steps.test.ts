import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { troubleOf } from '@/lib/batch/trouble'
import { toError } from '@/lib/rpc/errors'
import { bob } from '../accounts'
import { emptyDatabase } from '../database'
import { did, hashOf, storeBatch } from './batches'
import { silence } from './fakeChain'
import { out, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const day = 24 * 3_600_000

describe('a step', () => {
  test('is taken on one chain alone, or on all', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch({ mode: 'one' })
    await runner.advance(8453)
    expect(chain.asked).toEqual([])
    await runner.advance(31337)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('of a lane leaves out other accounts', async () => {
    const { runner } = start()
    const own = await storeBatch({ mode: 'one' })
    const other = await storeBatch({ mode: 'one', from: bob })
    await runner.advanceLane(own)
    expect(await types(own)).toEqual(['approved', 'signed', 'sent'])
    expect(await types(other)).toEqual(['approved'])
  })

  test('that failed for one account is taken for another one', async () => {
    const { chain, runner, world } = start()
    const first = await storeBatch({ mode: 'one', from: bob })
    const second = await storeBatch({ mode: 'one' })
    const { request } = world
    world.request = async (id, method, params) =>
      params[0] === bob ? silence() : request(id, method, params)
    await runner.advance()
    expect(await types(first)).toEqual(['approved'])
    expect(await types(second)).toEqual(['approved', 'signed', 'sent'])
    expect(chain.sent).toHaveLength(1)
  })

  test('that failed says why on the page of the batch, until one succeeds', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch({ mode: 'one' })
    chain.answers.eth_getTransactionCount = silence
    await runner.advance()
    expect(await troubleOf(batch, Date.now())).toMatchObject({ code: 4901 })
    delete chain.answers.eth_getTransactionCount
    await runner.advance()
    expect(await troubleOf(batch, Date.now())).toBeUndefined()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('sends what a node refused again only when its time has come', async () => {
    const { chain, runner } = start()
    await storeBatch({ mode: 'one' })
    let sends = 0
    chain.answers.eth_sendRawTransaction = () => {
      sends++
      throw toError({ code: -32000, message: 'transaction underpriced' })
    }
    await runner.advance()
    chain.now += 1_999
    await runner.advance()
    expect(sends).toBe(1)
    chain.now += 1
    await runner.advance()
    expect(sends).toBe(2)
  })

  test('asks the chain for its genesis again after a second, before anything is sent', async () => {
    const { chain, runner, batch } = await out()
    await append(batch.key, [did.signed('dearer')], chain.now)
    chain.genesis = hashOf('another')
    chain.now += 1_000
    await runner.advance()
    expect((await stateOf(batch.key)).stopped).toBe('reset')
    expect(chain.sent).toHaveLength(1)
  })
})

describe('a batch that waits for the user’s second answer', () => {
  const asked = async (after: number) => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    await append(batch.key, [{ type: 'asked', why: 'age' }], place.chain.now)
    place.chain.now += after
    await place.runner.advance()
    return { ...place, batch }
  }

  test('is not signed, and asked about for a day', async () => {
    const { chain, batch } = await asked(day)
    expect(await types(batch)).toEqual(['approved', 'asked'])
    expect(chain.signatures).toBe(0)
    expect(chain.asked).toEqual([])
  })

  test('ends after that', async () => {
    const { batch } = await asked(day + 1)
    expect((await stateOf(batch.key)).stopped).toBe('expired')
  })
})

describe('a batch behind another one', () => {
  test('is not signed, and ends after a day', async () => {
    const { chain, runner } = await out()
    const second = await storeBatch({ mode: 'one' })
    chain.now = second.createdAt + day
    await runner.advance()
    expect(await types(second)).toEqual(['approved'])
    chain.now++
    await runner.advance()
    expect((await stateOf(second.key)).stopped).toBe('expired')
    expect(chain.signatures).toBe(1)
  })

  test('is signed in the same step in which the one before it ends', async () => {
    const { chain, runner } = start()
    const first = await storeBatch({ mode: 'one' })
    const second = await storeBatch({ mode: 'one' })
    chain.now = first.createdAt + day + 1
    await append(second.key, [{ type: 'confirmed' }], chain.now)
    await runner.advance()
    expect((await stateOf(first.key)).stopped).toBe('expired')
    expect((await types(second)).slice(-2)).toEqual(['signed', 'sent'])
    expect(chain.sent).toHaveLength(1)
  })
})

test('what the account’s node told ahead is not used once a look has written something', async () => {
  const { chain, runner, include, batch } = await out()
  include(keccak256(chain.sent[0] ?? '0x'))
  runner.prepare(batch)
  chain.count = 6
  await runner.look(31337)
  const second = await storeBatch({ mode: 'one' })
  await runner.advance()
  expect((await stateOf(second.key)).transactions).toMatchObject([{ nonce: 6 }])
})
