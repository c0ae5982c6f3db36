import { parseTransaction, zeroAddress, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import { reapprovalOf } from '@/lib/batch/reapproval'
import { cancelEvents } from '@/lib/batch/cancelTransaction'
import type { Event } from '@/lib/db/batchEvent'
import { hashOf as termsHash, type FrozenTerms } from '@/lib/batch/freeze'
import { append, stateOf } from '@/lib/batch/journal'
import { nextNonce } from '@/lib/batch/nonce'
import { createBumpSimulations } from '@/lib/batch/bumpSimulations'
import { speedUpEvents } from '@/lib/batch/speedUpTransaction'
import { fold } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { alice, stranger } from '../accounts'
import { receiptOf, storeBatch } from './batches'
import { forgotten, openChain } from './fakeChain'
import { codeOf, low, revoking, start, types } from './runnerHarness'
import { signThere } from './signNext'

const ours = delegation(executor)

beforeEach(emptyDatabase)

/** Opens a chain where the account has this code, and a batch that revokes its delegation. */
const begin = async (code: Hex = ours, terms: Partial<FrozenTerms> = {}) => {
  const place = openChain()
  place.chain.code = { pending: code }
  return { ...place, batch: await storeBatch({ ...revoking, ...terms }) }
}

const onlySigned = (events: Event[] | string) => {
  const [event] = typeof events === 'string' ? [] : events
  if (event?.type !== 'signed') throw new Error('nothing was signed')
  return { ...event, transaction: parseTransaction(event.raw) }
}

/**
 * Returns the delegate that a signed transaction sets. Expects one authorization, of the account itself, for
 * this chain, at the nonce after the transaction's (EIP-7702).
 */
const delegatedBy = async ({ transaction, nonce }: ReturnType<typeof onlySigned>) => {
  const [authorization, ...more] = transaction.authorizationList ?? []
  if (!authorization) throw new Error('no authorization')
  expect(more).toEqual([])
  expect(authorization).toMatchObject({ chainId: 31337, nonce: nonce + 1 })
  expect(await recoverAuthorizationAddress({ authorization })).toBe(alice)
  return authorization.address
}

describe('signing', () => {
  test('delegates the account to nobody, in an empty transaction to itself', async () => {
    const { world, batch } = await begin()
    const event = onlySigned(await signThere(world, batch, 0))
    expect(event).toMatchObject({ kind: 'call', nonce: 5, upgrade: true })
    expect(event.transaction).toMatchObject({
      type: 'eip7702',
      chainId: 31337,
      nonce: 5,
      gas: 60_000n,
      to: alice.toLowerCase(),
    })
    expect([event.transaction.value ?? 0n, event.transaction.data ?? '0x']).toEqual([0n, '0x'])
    expect(await delegatedBy(event)).toBe(zeroAddress)
  })

  test.each<[string, Hex]>([
    ['another', delegation(stranger)],
    ['none', '0x'],
    ['code of its own', '0x6000'],
  ])('ends where the account has %s by now', async (_, code) => {
    const { chain, world, batch } = await begin(code)
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'stopped', reason: 'delegate' }])
    expect(chain.signatures).toBe(0)
  })

  test('is asked for again after ten minutes, as what it is', async () => {
    const { chain, world, batch } = await begin()
    chain.now = batch.createdAt + 601_000
    const asked = await signThere(world, batch, 0)
    expect(asked).toEqual([{ type: 'asked', why: 'age' }])
    const row = reapprovalOf(batch, fold([{ type: 'approved' }, ...asked]), chain.now)
    expect(row?.params).toMatchObject([{ revokes: executor, calls: batch.calls }])
  })

  test('is not held back by what the old code would do with an empty call', async () => {
    const { chain, world, batch } = await begin(ours, { expected: 'succeeds' })
    chain.now = batch.createdAt + 60_000
    chain.verdict = 'fails'
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
  })

  test('takes the stored record, whose hash covers what is revoked', async () => {
    const { world, batch } = await begin(delegation(stranger))
    await expect(signThere(world, { ...batch, revokes: stranger }, 0)).rejects.toThrow('not the')
    const { revokes: _, ...plain } = batch
    const replaces = { ...plain, replaces: executor } as Batch
    expect(new Set([batch, plain, replaces].map(termsHash)).size).toBe(3)
  })
})

const price = { fees: low, ceiling: '0xffffffffff' } as const

describe('signed, it holds two nonces', () => {
  test.each<[string, (hash: Hex) => Event[], number]>([
    ['while it is out', () => [], 7],
    // Another node, asked later, may lag behind.
    [
      'and has used both once it is in a block',
      (hash) => [{ type: 'included', hash, delegate: null, receipt: receiptOf(hash) }],
      7,
    ],
  ])('%s', async (_, then, nonce) => {
    const { world, batch } = await begin()
    const event = onlySigned(await signThere(world, batch, 0))
    const { transaction: __, ...kept } = event
    await append(batch.key, [kept, ...then(event.hash)], 0)
    expect(await nextNonce(world, await storeBatch())).toBe(nonce)
  })

  test('dearer, it delegates to nobody at the same nonces', async () => {
    const { world, batch } = await begin()
    const first = onlySigned(await signThere(world, batch, 0))
    const { transaction: _, ...kept } = first
    const state = await append(batch.key, [kept], 0)
    const second = onlySigned(
      await speedUpEvents(world, batch, state, first.hash, price, createBumpSimulations(world)),
    )
    expect(second).toMatchObject({ nonce: 5, upgrade: true, kind: 'call' })
    expect(second.transaction.maxFeePerGas).toBe(1126n)
    expect(await delegatedBy(second)).toBe(zeroAddress)
  })

  test.each<[string, Hex, string]>([
    ['leaves the account what it has', ours, executor.toLowerCase()],
    ['puts nothing back that is gone', '0x', zeroAddress],
  ])('cancelling it %s', async (_, code, delegate) => {
    const { chain, world, batch } = await begin()
    const { transaction: __, ...kept } = onlySigned(await signThere(world, batch, 0))
    const state = await append(batch.key, [kept], 0)
    chain.code = { pending: code }
    const event = onlySigned(await cancelEvents(world, batch, state, price))
    expect(event).toMatchObject({ kind: 'cancel', nonce: 5, upgrade: true })
    expect((await delegatedBy(event)).toLowerCase()).toBe(delegate)
  })
})

describe('run', () => {
  const place = () => {
    const open = start()
    open.chain.code = { pending: ours }
    open.chain.answers = {}
    return open
  }

  test('it waits for the batches before it, and goes out when they are in a block', async () => {
    const { chain, runner, include } = place()
    const before = await storeBatch({ mode: 'atomic', genesis: null })
    const batch = await storeBatch({ ...revoking, genesis: null })
    await runner.advance()
    expect(await types(batch)).toEqual(['approved'])
    include((await stateOf(before.key)).transactions[0]?.hash ?? '0x')
    await runner.look(31337)
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
    expect(chain.sent).toHaveLength(2)
  })

  test.each<[string, Hex, number]>([
    ['empty: done', '0x', 200],
    ['still there: unclear', ours, 600],
  ])('the code of the account is %s', async (_, code, status) => {
    const { chain, runner, include } = place()
    const batch = await storeBatch({ ...revoking, genesis: null })
    await runner.advance()
    chain.code = { pending: code }
    include((await stateOf(batch.key)).transactions[0]?.hash ?? '0x', { block: 10 })
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(status)
  })

  test.each<[string, Hex | undefined, number]>([
    ['was seen empty before it was sealed: done, whatever followed in that block', '0x', 200],
    ['was still there then', ours, 600],
    ['could not be seen', undefined, 600],
  ])('the code of the account %s', async (_, pending, status) => {
    const { chain, runner, include } = place()
    const batch = await storeBatch({ ...revoking, genesis: null })
    await runner.advance()
    chain.code = { pending: pending ?? '0x', '0xb': ours }
    if (!pending) chain.answers = { eth_getCode: forgotten }
    include((await stateOf(batch.key)).transactions[0]?.hash ?? '0x')
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(100)
    chain.latest = 11
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(status)
  })

  test('what is no longer as it was approved is over, and nothing is out', async () => {
    const { chain, runner } = place()
    const batch = await storeBatch({ ...revoking, genesis: null })
    chain.code = { pending: delegation(stranger) }
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'stopped'])
    expect(await codeOf(batch)).toBe(400)
    expect(chain.sent).toEqual([])
  })
})
