import { keccak256, parseTransaction, zeroAddress, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import { cancelEvents } from '@/lib/batch/cancelTransaction'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { append, stateOf } from '@/lib/batch/journal'
import type { Event } from '@/lib/db/batchEvent'
import type { State } from '@/lib/batch/state'
import type { Batch, Fees } from '@/lib/db'
import { delegation } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { alice, bob, stranger } from '../accounts'
import { did, receiptOf, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { signThere } from './signNext'

const { stopped } = did

beforeEach(emptyDatabase)

/** More than any cancellation of these tests costs, in wei. */
const plenty: Hex = '0xffffffffff'

const low: Fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }

/** Opens a chain and a batch whose first transaction is signed and sent. */
const running = async (terms: Partial<FrozenTerms> = {}) => {
  const { chain, world } = openChain()
  chain.answers = codeAnswers()
  const batch = await storeBatch(terms)
  const events = await signThere(world, batch, 0)
  const state = await append(batch.key, events, chain.now)
  chain.signatures = 0
  return { chain, world, batch, state }
}

type Running = Awaited<ReturnType<typeof running>>

const cancel = (
  { world, batch }: Omit<Running, 'state' | 'chain'>,
  state: State,
  fees: Fees = low,
) => cancelEvents(world, batch, state, { fees, ceiling: plenty })

const cancelled = async (scene: Running, fees: Fees = low) => {
  const events = await cancel(scene, scene.state, fees)
  const event = typeof events === 'string' ? undefined : events.at(-1)
  if (typeof events === 'string' || event?.type !== 'signed') throw new Error('nothing was signed')
  return { events, event, transaction: parseTransaction(event.raw) }
}

const included = ({ hash }: { hash: Hex }, change = {}): Event => ({
  type: 'included',
  hash,
  delegate: null,
  receipt: receiptOf(hash, change),
})

const add = (batch: Batch, ...events: Event[]) => append(batch.key, events, batch.createdAt)

describe('a transaction that is out', () => {
  test('is replaced by an empty one to the account itself, at its nonce', async () => {
    const { events, event, transaction } = await cancelled(await running())
    expect(events).toHaveLength(1)
    expect(event).toMatchObject({ index: 0, kind: 'cancel', nonce: 5, upgrade: false })
    expect(event.hash).toBe(keccak256(event.raw))
    expect(transaction).toMatchObject({ chainId: 31337, nonce: 5, to: alice.toLowerCase() })
    expect([transaction.value ?? 0n, transaction.data ?? '0x']).toEqual([0n, '0x'])
  })

  test.each<[string, Fees, [bigint, bigint]]>([
    ['an eighth more where the chain asks less', low, [1126n, 113n]],
    [
      'what the chain asks where that is more',
      { maxFeePerGas: '0x1388', maxPriorityFeePerGas: '0xc8' },
      [5000n, 200n],
    ],
    ['each by itself', { maxFeePerGas: '0x1388', maxPriorityFeePerGas: '0x1' }, [5000n, 113n]],
    [
      'never a tip above the whole',
      { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1388' },
      [5000n, 5000n],
    ],
  ])('pays %s', async (_, fees, [most, tip]) => {
    const { transaction } = await cancelled(await running(), fees)
    expect(transaction).toMatchObject({ maxFeePerGas: most, maxPriorityFeePerGas: tip })
    // Nodes ask a replacement transaction for 10 % more of both fees, some for 12.5 %.
    expect(most * 1000n).toBeGreaterThanOrEqual(1000n * 1125n)
    expect(tip * 1000n).toBeGreaterThanOrEqual(100n * 1125n)
  })

  test('pays an eighth more where the chain has no base fee', async () => {
    const scene = await running({ fees: { gasPrice: '0x3e8' } })
    expect((await cancelled(scene, { gasPrice: '0x1' })).transaction.gasPrice).toBe(1126n)
    expect((await cancelled(scene, { gasPrice: '0x1388' })).transaction.gasPrice).toBe(5000n)
  })

  test('pays an eighth more for an upgrade at a gas price', async () => {
    const scene = await running({ mode: 'atomic', upgrade: true, fees: { gasPrice: '0x3e8' } })
    const { transaction } = await cancelled(scene, { gasPrice: '0x1' })
    const price = { maxFeePerGas: 1126n, maxPriorityFeePerGas: 1126n }
    expect(transaction).toMatchObject({ type: 'eip7702', ...price })
  })

  test('is replaced once, however often that is asked for', async () => {
    const scene = await running()
    const once = await cancelled(scene)
    const state = await add(scene.batch, ...once.events)
    const { chain, world, batch } = scene
    const before = chain.signatures
    expect(await cancel({ world, batch }, state)).toEqual([])
    expect(chain.signatures).toBe(before)
  })
})

test('an upgrade is cancelled with an authorization to nobody at the nonce that its own would use', async () => {
  const scene = await running({ mode: 'atomic', upgrade: true })
  const { event, transaction } = await cancelled(scene)
  const [authorization] = transaction.authorizationList ?? []
  if (!authorization) throw new Error('no authorization')
  expect(event).toMatchObject({ kind: 'cancel', nonce: 5, upgrade: true })
  expect(transaction).toMatchObject({ type: 'eip7702', nonce: 5 })
  expect(transaction.data ?? '0x').toBe('0x')
  expect(authorization).toMatchObject({ chainId: 31337, nonce: 6, address: zeroAddress })
  expect(await recoverAuthorizationAddress({ authorization })).toBe(alice)
})

test.each<[string, Hex, Hex]>([
  ['the delegate that it would replace', delegation(stranger), stranger],
  ['nobody where that was revoked before', '0x', zeroAddress],
  ['the one that was approved, whatever the node says', delegation(bob), stranger],
])('an upgrade in place of a delegate is cancelled with one to %s', async (_, code, kept) => {
  const scene = await running({ mode: 'atomic', upgrade: true, replaces: stranger })
  scene.chain.answers = { eth_getCode: () => code }
  const { transaction } = await cancelled(scene)
  expect(transaction.authorizationList).toMatchObject([{ nonce: 6, address: kept }])
})

test('the second of a batch in order is cancelled at its own nonce', async () => {
  const scene = await running()
  const [first] = scene.state.transactions
  if (!first) throw new Error('nothing was signed')
  scene.chain.count = 6
  await add(scene.batch, included(first))
  const state = await add(scene.batch, ...(await signThere(scene.world, scene.batch, 1)))
  expect((await cancelled({ ...scene, state })).event).toMatchObject({ index: 1, nonce: 6 })
})

describe('nothing is signed, and no price is needed', () => {
  test('where nothing is out', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch()
    const state = await stateOf(batch.key)
    expect(await cancelEvents(world, batch, state, undefined)).toEqual([])
    expect(chain.signatures).toBe(0)
  })

  test.each<[string, Partial<FrozenTerms>, object]>([
    ['between two calls', {}, {}],
    ['once the last is in a block', { mode: 'one' }, {}],
    ['once one reverted', {}, { status: '0x0' }],
  ])('%s', async (_, terms, change) => {
    const { chain, world, batch, state } = await running(terms)
    const [first] = state.transactions
    const after = await add(batch, ...(first ? [included(first, change)] : []), stopped())
    expect(await cancelEvents(world, batch, after, undefined)).toEqual([])
    expect(chain.signatures).toBe(0)
  })
})

test('a locked wallet cannot replace a transaction', async () => {
  const scene = await running()
  scene.chain.isLocked = true
  expect(await cancel(scene, scene.state)).toBe('locked')
})

test('a record that was changed is not acted on', async () => {
  const scene = await running()
  const batch = { ...scene.batch, chainId: 8453 }
  await expect(cancel({ ...scene, batch }, scene.state)).rejects.toThrow('not the approved one')
})
