import { encodeFunctionData, erc20Abi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { approveBatch } from '@/lib/batch/approveBatch'
import { assertFrozen } from '@/lib/batch/freeze'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { journal, type Approval } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { isCheck } from '@/lib/lock/check'
import { remember } from '@/lib/network/facts'
import { findNetwork } from '@/lib/network/networks'
import { listed } from '../../chain/delegates'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { genesis } from './batches'

const call = { to: stranger, value: '0x1', data: '0x' } as const

const request: BatchRequest = {
  id: 'a',
  from: alice,
  chainId: 8453,
  atomicRequired: false,
  calls: [call, call],
}

const row = {
  id: 'key',
  origin: dapp,
  method: 'wallet_sendCalls',
  params: [request],
  documentId: 'd',
  wire: '[]',
  state: 'pending',
  createdAt: 0,
} satisfies Approval as Approval

const fees = { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' } as const
type Decision = Parameters<typeof approveBatch>[3]

const terms: Decision = {
  mode: 'sequence',
  delegate: executor,
  upgrade: false,
  gas: ['0x1', '0x2'],
  fees,
  expected: 'succeeds',
}
const decide = (change: object = {}): Decision => ({ ...terms, ...change })
const atomic = { mode: 'atomic', gas: ['0x1'] }

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

test('what was approved is frozen as it was asked for and decided, nothing before the write', async () => {
  await remember('genesis:8453', genesis)
  const { write } = await approveBatch(row, request, 'a', decide())
  expect(await journal.batches.count()).toBe(0)
  await write()
  const [batch, ...more] = await journal.batches.toArray()
  if (!batch) throw new Error('nothing was written')
  expect(more).toEqual([])
  expect(() => assertFrozen(batch)).not.toThrow()
  const { hash: _, createdAt: __, ...rest } = batch
  expect(rest).toEqual({
    key: 'key',
    origin: dapp,
    id: 'a',
    method: 'wallet_sendCalls',
    from: alice,
    chainId: 8453,
    genesis,
    calls: [call, call],
    mode: 'sequence',
    delegate: null,
    upgrade: false,
    gas: ['0x1', '0x2'],
    fees,
    expected: 'succeeds',
    live: 1,
    shown: 1,
    told: 0,
  })
  expect((await journal.events.toArray()).map(({ event }) => event)).toEqual([{ type: 'approved' }])
})

test('a batch approved where no node has served block 0 has the network’s own genesis', async () => {
  const { write } = await approveBatch(row, request, 'a', decide())
  await write()
  const own = findNetwork(8453)?.genesis
  expect(own).toMatch(/^0x/)
  expect((await journal.batches.toArray()).map((batch) => batch.genesis)).toEqual([own])
})

test('an atomic batch is bound to the executor', async () => {
  const { write } = await approveBatch(row, request, 'a', decide({ ...atomic, upgrade: true }))
  await write()
  expect(await journal.batches.toArray()).toMatchObject([
    { mode: 'atomic', upgrade: true, delegate: executor },
  ])
})

test('an atomic batch is bound to the delegate of another wallet that the window named', async () => {
  const { write } = await approveBatch(
    row,
    request,
    'a',
    decide({ ...atomic, delegate: listed.okx }),
  )
  await write()
  const [batch] = await journal.batches.toArray()
  expect(batch).toMatchObject({ mode: 'atomic', upgrade: false, delegate: listed.okx })
  expect(batch).not.toHaveProperty('replaces')
})

test('an upgrade is bound to the delegate that the window said it replaces', async () => {
  const replacing = { ...atomic, upgrade: true, replaces: stranger }
  const { write } = await approveBatch(row, request, 'a', decide(replacing))
  await write()
  expect(await journal.batches.toArray()).toMatchObject([
    { upgrade: true, delegate: executor, replaces: stranger },
  ])
})

describe('an allowance that the user lowered', () => {
  const data = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, amount] })
  const asked = { ...request, calls: [{ ...call, value: '0x0' as const, data: data(9n) }, call] }
  const edits = [{ index: 0, amount: '0x5' }]

  test('is what is signed, put in by the wallet, and the record keeps what stood there', async () => {
    const { write } = await approveBatch(row, asked, 'a', decide({ edits }))
    await write()
    const [batch] = await journal.batches.toArray()
    expect(batch?.calls).toEqual([{ ...asked.calls[0], data: data(5n) }, call])
    expect(batch?.edited).toEqual([{ index: 0, amount: '0x9' }])
  })

  test.each<[string, object]>([
    ['to more than it was', { edits: [{ index: 0, amount: '0xa' }] }],
    ['in a call that gives none', { edits: [{ index: 1, amount: '0x0' }] }],
    ['in a call that is not there', { edits: [{ index: 2, amount: '0x0' }] }],
    ['where the batch was seen to fail', { edits, expected: 'fails' }],
    ['where nobody could tell', { edits, expected: 'unknown' }],
  ])('is refused %s', async (_, change) => {
    await expect(approveBatch(row, asked, 'a', decide(change))).rejects.toThrow('fit')
  })
})

describe('a decision that does not fit the request writes nothing', () => {
  const one = { ...request, calls: [call] }
  const required = { ...request, atomicRequired: true }
  const driving = { ...request, calls: [call, { ...call, to: bob, data: '0x12' as const }] }
  test.each<[string, BatchRequest, object]>([
    ['in order, where it must be atomic', required, {}],
    ['as one, where it is two', request, { mode: 'one', gas: ['0x1'] }],
    ['with an upgrade, where it is a batch of one', one, { ...atomic, upgrade: true }],
    ['in order, where it is one', one, { gas: ['0x1'] }],
    ['an upgrade, where it runs in order', request, { upgrade: true }],
    ['an upgrade, where it is one', one, { mode: 'one', upgrade: true, gas: ['0x1'] }],
    ['a delegate that no list has', request, { ...atomic, delegate: stranger }],
    ['one that is known by name alone', request, { ...atomic, delegate: listed.kernel }],
    ['an upgrade to another’s', request, { ...atomic, upgrade: true, delegate: listed.okx }],
    ['a replacement without an upgrade', request, { ...atomic, replaces: stranger }],
    ['a replacement of ours', request, { ...atomic, upgrade: true, replaces: executor }],
    ['a gas limit too few', request, { gas: ['0x1'] }],
    ['a gas limit too many', request, { ...atomic, gas: ['0x1', '0x2'] }],
    ['for a call that drives an own account', driving, {}],
  ])('%s', async (_, asked, change) => {
    await expect(approveBatch(row, asked, 'a', decide(change))).rejects.toThrow('does not fit')
    expect(await journal.batches.count()).toBe(0)
  })

  test('atomic, where it is one transaction', async () => {
    const transaction = { ...row, method: 'eth_sendTransaction' }
    const approving = approveBatch(transaction, one, 'a', decide(atomic))
    await expect(approving).rejects.toThrow('does not fit')
    await expect(approveBatch(row, one, 'a', decide(atomic))).resolves.toHaveProperty('write')
  })
})

describe('a batch that somebody else pays for', () => {
  const offer: NonNullable<Decision['offer']> = {
    fees: { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x2' },
    terms: {
      url: 'https://pay.example/rpc',
      bundler: 'https://pay.example/rpc',
      paymaster: bob,
      data: '0xab',
      isFinal: true,
      callGasLimit: '0x77',
      verificationGasLimit: '0x1',
      preVerificationGas: '0x1',
      paymasterVerificationGasLimit: '0x1',
      paymasterPostOpGasLimit: '0x1',
    },
  }
  const paid = { ...atomic, offer, isSponsored: true }
  const several: BatchRequest = { ...request, chainId: 31337 }
  const single: BatchRequest = { ...several, calls: [call] }

  test.each([
    ['several calls', several, false],
    ['one call', single, false],
    ['one call, with the upgrade', single, true],
  ])('has the terms that the background knows, and a deadline: %s', async (_, asked, upgrade) => {
    const { write } = await approveBatch(
      row,
      asked,
      'a',
      decide({ ...paid, upgrade, gas: ['0x1'] }),
    )
    await write()
    const batch = await journal.batches.get('key')
    expect(batch).toMatchObject({
      mode: 'atomic',
      gas: ['0x77'],
      fees: offer.fees,
      sponsor: offer.terms,
    })
    expect(batch?.locks?.map(isCheck)).toEqual([true])
    if (batch) assertFrozen(batch)
  })

  test.each<[string, object]>([
    ['who did not see that', { ...atomic, offer }],
    ['who saw that, though nobody does', { ...atomic, isSponsored: true }],
    ['in order', { ...paid, mode: 'sequence', gas: ['0x1', '0x1'] }],
    ['through the executor of another wallet', { ...paid, delegate: listed.okx }],
  ])('is not approved by one %s', async (_, change) => {
    await expect(approveBatch(row, several, 'a', decide(change))).rejects.toThrow('does not fit')
  })

  test('is not approved where nothing keeps its deadline', async () => {
    const elsewhere = { ...request, chainId: 777 }
    await expect(approveBatch(row, elsewhere, 'a', decide(paid))).rejects.toThrow('the deadline')
  })

  test('has it under its hash', async () => {
    const { write } = await approveBatch(row, several, 'a', decide(paid))
    await write()
    const batch = await journal.batches.get('key')
    if (!batch?.sponsor) throw new Error('nobody pays for it')
    const other = { ...batch, sponsor: { ...batch.sponsor, paymaster: stranger } }
    expect(() => assertFrozen(other)).toThrow()
  })
})
