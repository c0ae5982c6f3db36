import { beforeEach, describe, expect, test } from 'vitest'
import { append } from '@/lib/batch/journal'
import { troubleOf } from '@/lib/batch/trouble'
import { createRunner } from '@/lib/batch/runner'
import { toError } from '@/lib/rpc/errors'
import type { Event } from '@/lib/db/batchEvent'
import { emptyDatabase } from '../database'
import { did, hashOf, storeBatch } from './batches'
import { silence } from './fakeChain'
import { byAnotherWallet, fees, out, start, takeNonce, types } from './runnerHarness'
import { operated, sponsored } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'

beforeEach(emptyDatabase)

const above = [did.signed('0', 0, { nonce: 6 }), did.sent('0')]

describe('a look at a transaction that waits for a nonce', () => {
  test('tells which, at first as what may come, and after a minute as a gap', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch({ mode: 'one' })
    await append(batch.key, above, chain.now)
    expect(await runner.look(31337)).toBe(true)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'behind'])
    chain.now += 60_000
    expect(await runner.look(31337)).toBe(true)
    expect((await types(batch)).slice(3)).toEqual(['behind', 'behind'])
  })

  test('tells nothing of a gap where another transaction used its own nonce', async () => {
    const { chain, runner, batch } = await out()
    const known: Event = { type: 'behind', missing: [4], isWaiting: true, isGap: false }
    await append(batch.key, [known], chain.now)
    takeNonce({ chain }, byAnotherWallet(5))
    chain.now += 2_000
    await runner.look(31337)
    expect((await types(batch)).slice(3)).toEqual(['behind', 'overtaken'])
    expect(chain.sent).toHaveLength(1)
  })
})

describe('an unchanged chain', () => {
  const receiptsOf = (chain: { asked: string[] }) =>
    chain.asked.filter((method) => method === 'eth_getTransactionReceipt').length

  test('has what is in no block read each time, and not what is in one', async () => {
    const { chain, runner, include } = start()
    const batch = await storeBatch()
    const both = [did.signed('0', 0, { nonce: 5 }), did.signed('1', 1, { nonce: 6 }), did.sent('1')]
    await append(batch.key, both, chain.now)
    include(hashOf('0'))
    chain.count = 6
    await runner.look(31337)
    await runner.look(31337)
    const before = receiptsOf(chain)
    await runner.look(31337)
    expect(receiptsOf(chain)).toBe(before + 1)
  })

  test('has two seconds counted from the last time that it was read', async () => {
    const { chain, runner, include } = start()
    const batch = await storeBatch({ mode: 'one' })
    await append(batch.key, [did.signed('0', 0, { nonce: 5 }), did.sent('0')], chain.now)
    include(hashOf('0'))
    await runner.look(31337)
    await runner.look(31337)
    const before = receiptsOf(chain)
    chain.now += 1_500
    await runner.look(31337)
    expect(receiptsOf(chain)).toBe(before)
    chain.now += 500
    await runner.look(31337)
    expect(receiptsOf(chain)).toBe(before + 1)
  })
})

describe('a step with nothing to do', () => {
  test('is no trouble to a batch whose time to be sent again has not come', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch({ mode: 'one' })
    chain.answers.eth_sendRawTransaction = silence
    await runner.advance()
    await runner.advance()
    expect(await troubleOf(batch, Date.now())).toBeUndefined()
    expect(await types(batch)).toEqual(['approved', 'signed'])
  })

  test('is none to a batch that waits for the user', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch({ mode: 'one' })
    await append(batch.key, [{ type: 'asked', why: 'age' }], chain.now)
    await runner.advance()
    expect(await troubleOf(batch, Date.now())).toBeUndefined()
  })

  test('is none to a batch behind another one', async () => {
    const { runner } = await out()
    const second = await storeBatch({ mode: 'one' })
    await runner.advance()
    expect(await types(second)).toEqual(['approved'])
    expect(await troubleOf(second, Date.now())).toBeUndefined()
  })

  test('is none to an operation past its deadline, nor to one that is being sent', async () => {
    const place = openEntryPoint()
    place.world.sponsors = {
      final: () => expect.fail('asked for data'),
      send: () => new Promise(() => undefined),
      sign: () => expect.fail('signed'),
      isUnlocked: () => Promise.resolve(true),
    }
    const runner = createRunner(place.world, fees)
    const batch = await storeBatch(sponsored)
    await append(batch.key, [operated('paid', { deadline: 2_000 })], place.chain.now)
    await runner.step()
    expect(await troubleOf(batch, Date.now())).toBeUndefined()
    place.chain.now = 2_000_000
    await runner.step()
    expect(await troubleOf(batch, Date.now())).toBeUndefined()
    expect(await types(batch)).toEqual(['approved', 'operation'])
  })
})

test('what cancels an operation has each new refusal written down, and its acceptance after one', async () => {
  const place = openEntryPoint()
  const { chain } = place
  const runner = createRunner(place.world, fees)
  const batch = await storeBatch(sponsored)
  const cancel = did.signed('cancel', 0, { kind: 'cancel', nonce: 5 })
  const events = [
    operated('paid', { deadline: 2_000_000 }),
    did.stopped(),
    cancel,
    did.sent('cancel'),
  ]
  await append(batch.key, events, chain.now)
  const told: string[][] = []
  const look = async (answer: () => unknown) => {
    const before = (await types(batch)).length
    chain.answers.eth_sendRawTransaction = answer
    chain.now += 60_000
    await runner.look(31337)
    told.push((await types(batch)).slice(before))
  }
  const refuse = (message: string) => () => {
    throw toError({ code: -32000, message })
  }
  await look(() => '0x')
  await look(refuse('insufficient funds'))
  await look(refuse('insufficient funds'))
  await look(refuse('transaction underpriced'))
  await look(() => '0x')
  await look(() => '0x')
  expect(told).toEqual([[], ['refused'], [], ['refused'], ['sent'], []])
})
