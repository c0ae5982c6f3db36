import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { createRunner } from '@/lib/batch/runner'
import { emptyDatabase } from '../database'
import { bob } from '../accounts'
import { storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { cancel, codeOf, fees, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

describe('a second batch of the same account and chain', () => {
  test('waits until the first is through, and takes the nonce after', async () => {
    const { chain, runner, include } = start()
    const first = await storeBatch({ mode: 'one' })
    const second = await storeBatch({ mode: 'one' })
    await runner.advance()
    expect(await types(second)).toEqual(['approved'])
    include(keccak256(chain.sent[0] ?? '0x'))
    chain.count = 6
    await runner.look(31337)
    await runner.advance()
    expect((await stateOf(second.key)).transactions).toMatchObject([{ nonce: 6 }])
    expect((await stateOf(first.key)).transactions).toMatchObject([{ nonce: 5 }])
  })

  test('waits between the calls of a first one in order, too', async () => {
    const { chain, runner, include } = start()
    await storeBatch()
    const second = await storeBatch({ mode: 'one' })
    await runner.advance()
    include(keccak256(chain.sent[0] ?? '0x'))
    await runner.look(31337)
    chain.isLocked = true
    await runner.advance()
    chain.isLocked = false
    expect(await types(second)).toEqual(['approved'])
  })

  test('does not wait for one that was stopped', async () => {
    const { runner } = start()
    const first = await storeBatch()
    const second = await storeBatch({ mode: 'one' })
    expect(await cancel(runner, first.key)).toBe('done')
    expect(await types(first)).toEqual(['approved', 'stopped'])
    expect(await types(second)).toEqual(['approved', 'signed', 'sent'])
  })

  test('is sent when its turn comes late, only after a second yes', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch()
    chain.now = batch.createdAt + 3_600_000
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked'])
    await append(batch.key, [{ type: 'confirmed' }], chain.now)
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked', 'confirmed', 'signed', 'sent'])
  })

  test('of another account does not wait', async () => {
    const { chain, runner } = start()
    await storeBatch()
    await storeBatch({ from: bob })
    await runner.advance()
    expect(chain.sent).toHaveLength(2)
  })
})

test('a silent node stops the batches on its chain, and no others', async () => {
  const { chain, world } = openChain()
  const asked = vi.fn(world.request)
  const runner = createRunner(
    { ...world, request: (id, ...rest) => (id === 8453 ? silence() : asked(id, ...rest)) },
    fees,
  )
  const silent = await storeBatch({ chainId: 8453 })
  const served = await storeBatch()
  await runner.advance()
  expect(await types(silent)).toEqual(['approved'])
  expect(await types(served)).toEqual(['approved', 'signed', 'sent'])
  expect(chain.sent).toHaveLength(1)
})

describe('stopping a batch', () => {
  test('sends the replacement at once, and never the call again', async () => {
    const { chain, runner, include } = start()
    const batch = await storeBatch()
    await runner.advance()
    expect(await cancel(runner, batch.key)).toBe('done')
    expect(chain.sent).toHaveLength(2)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'stopped', 'signed', 'sent'])
    chain.now += 600_000
    await runner.look(31337)
    expect(chain.sent.slice(2)).toEqual([chain.sent[1]])
    include(keccak256(chain.sent[1] ?? '0x'), { block: 10 })
    await runner.look(31337)
    await runner.advance()
    expect(await codeOf(batch)).toBe(400)
    expect(chain.signatures).toBe(2)
  })

  test('signs nothing while the wallet is locked, and says so', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch()
    await runner.advance()
    chain.isLocked = true
    expect(await cancel(runner, batch.key)).toBe('locked')
    expect(chain.sent).toHaveLength(1)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'stopped'])
    chain.isLocked = false
    expect(await cancel(runner, batch.key)).toBe('done')
    expect(chain.sent).toHaveLength(2)
    expect((await types(batch)).slice(4)).toEqual(['signed', 'sent'])
  })

  test('between two calls needs no signature', async () => {
    const { chain, runner, include } = start()
    const batch = await storeBatch()
    await runner.advance()
    include(keccak256(chain.sent[0] ?? '0x'))
    await runner.look(31337)
    chain.isLocked = true
    expect(await cancel(runner, batch.key)).toBe('done')
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'included', 'stopped'])
  })

  test.each<[string, (place: ReturnType<typeof start>) => void, () => Promise<never>]>([
    [
      'the wallet is locked',
      ({ chain }) => (chain.isLocked = true),
      () => Promise.reject(new Error('not asked')),
    ],
    ['nobody says the fees', () => undefined, () => Promise.reject(new Error('no fees'))],
    [
      'the node is silent',
      ({ chain }) => {
        chain.now += 60_000
        chain.answers = { eth_chainId: silence, eth_getBlockByNumber: silence }
      },
      () => Promise.reject(new Error('no fees')),
    ],
  ])('holds for the calls to come, also where it fails: %s', async (_, happens, noFees) => {
    const place = start()
    const { chain, world, runner, include } = place
    const batch = await storeBatch()
    await runner.advance()
    happens(place)
    await createRunner(world, noFees)
      .cancel(batch.key)
      .catch(() => 'failed')
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'stopped'])
    chain.isLocked = false
    chain.answers = {}
    include(keccak256(chain.sent[0] ?? '0x'))
    chain.count = 6
    await runner.look(31337)
    await runner.advance()
    expect(chain.signatures).toBe(1)
  })

  test.each<[string, Partial<FrozenTerms>, (place: ReturnType<typeof start>) => void]>([
    [
      'its last transaction is in a block',
      { mode: 'one' },
      ({ chain, include }) => include(keccak256(chain.sent[0] ?? '0x')),
    ],
    [
      'it reverted',
      {},
      ({ chain, include }) => include(keccak256(chain.sent[0] ?? '0x'), { status: '0x0' }),
    ],
  ])('is too late once %s', async (_, terms, happens) => {
    const place = start()
    const batch = await storeBatch(terms)
    await place.runner.advance()
    happens(place)
    await place.runner.look(31337)
    const before = await types(batch)
    expect(await cancel(place.runner, batch.key)).toBe('too late')
    expect(await types(batch)).toEqual(before)
    expect(place.chain.signatures).toBe(1)
  })

  test('is too late for one that was stopped with nothing out', async () => {
    const { chain, runner } = start()
    const batch = await storeBatch()
    await append(batch.key, [{ type: 'stopped', reason: 'user' }], chain.now)
    expect(await cancel(runner, batch.key)).toBe('too late')
    expect(await types(batch)).toEqual(['approved', 'stopped'])
  })
})
