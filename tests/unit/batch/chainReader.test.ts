import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createChainReader, receiptOutcome } from '@/lib/batch/chainReader'
import type { Transaction } from '@/lib/batch/state'
import { rpcError, toError } from '@/lib/rpc/errors'
import { alice, stranger } from '../accounts'
import { operation } from '../sponsor/operations'
import { hashOf, receiptOf } from './batches'
import { forgotten, openChain } from './fakeChain'
import { openEntryPoint } from './sponsoredChain'

const hash = hashOf('0')
const log = { address: stranger, data: '0x01' as const, topics: [hashOf('topic')] }

/** A user operation that was sent at the nonce 7 of the EntryPoint. */
const paid: Pick<Transaction, 'hash' | 'operation'> = {
  hash: hashOf('paid'),
  operation: { signed: { ...operation, nonce: '0x7', signature: '0x12' }, since: 10 },
}

describe('a receipt', () => {
  test('is null while no block has it', async () => {
    const eyes = createChainReader(openChain().world, 31337)
    expect(await eyes.receipt(hash)).toBeNull()
    expect(await eyes.find(alice, { hash })).toBeNull()
  })

  test('has the fields of EIP-5792 and no others', async () => {
    const { chain, world } = openChain()
    const more = { removed: false, logIndex: '0x0' }
    const whole = { ...receiptOf(hash), logs: [{ ...log, ...more }], from: alice, type: '0x2' }
    chain.answers.eth_getTransactionReceipt = () => whole
    const receipt = { ...receiptOf(hash), logs: [log] }
    const eyes = createChainReader(world, 31337)
    expect(await eyes.receipt(hash)).toEqual(receipt)
    expect(await eyes.find(alice, { hash })).toEqual({ receipt, whole: receipt })
  })

  test('has the outcome of another one with the same status and logs, in whatever block', () => {
    const one = receiptOf(hash, { logs: [log] })
    const other = {
      ...one,
      blockHash: hashOf('other'),
      blockNumber: '0xb',
      gasUsed: '0x1',
    } as const
    expect(receiptOutcome(other)).toBe(receiptOutcome(one))
    expect(receiptOutcome({ ...one, status: '0x0' })).not.toBe(receiptOutcome(one))
    expect(receiptOutcome({ ...one, logs: [] })).not.toBe(receiptOutcome(one))
    for (const change of [{ address: alice }, { data: '0x02' as const }, { topics: [] }])
      expect(receiptOutcome({ ...one, logs: [{ ...log, ...change }] })).not.toBe(
        receiptOutcome(one),
      )
  })
})

describe('the fee of a transaction', () => {
  const fee = async (answer: object | null) => {
    const { chain, world } = openChain()
    chain.answers.eth_getTransactionReceipt = () => answer
    return createChainReader(world, 31337).paid(hash)
  }

  test.each<[string, object | null, { fee?: Hex }]>([
    [
      'is its gas at the price of its block',
      { gasUsed: '0x3', effectiveGasPrice: '0x5' },
      { fee: '0xf' },
    ],
    [
      'counts what the chain below takes',
      { gasUsed: '0x3', effectiveGasPrice: '0x5', l1Fee: '0x2' },
      { fee: '0x11' },
    ],
    [
      'counts nothing where that is null',
      { gasUsed: '0x3', effectiveGasPrice: '0x5', l1Fee: null },
      { fee: '0xf' },
    ],
    ['is unknown where the node tells no price', { gasUsed: '0x3' }, {}],
    ['is unknown where no block has it', null, {}],
  ])('%s', async (_, answer, expected) => {
    expect(await fee(answer)).toEqual(expected)
  })

  test('is read with the receipt, by one request', async () => {
    const { chain, world, include } = openChain()
    include(hash, { block: 10 })
    const eyes = createChainReader(world, 31337)
    await eyes.receipt(hash)
    expect(await eyes.paid(hash)).toEqual({})
    expect(chain.asked).toEqual(['eth_getTransactionReceipt'])
  })
})

test('a block is read with the hashes of its transactions alone', async () => {
  const { chain, world } = openChain()
  const asked: unknown[] = []
  chain.answers.eth_getBlockByNumber = (params: unknown[]) => {
    asked.push(params)
    return null
  }
  const eyes = createChainReader(world, 31337)
  expect(await eyes.block('0xa')).toBeNull()
  expect(await eyes.block('latest')).toBeNull()
  expect(asked).toEqual([
    ['0xa', false],
    ['latest', false],
  ])
})

describe('a head', () => {
  test('is another with another pre-confirmed block, and with another newest one', async () => {
    const { chain, world, include } = openChain()
    const head = () => createChainReader(world, 31337).head()
    const first = await head()
    expect(await head()).toBe(first)
    include(hash)
    const second = await head()
    expect(second).not.toBe(first)
    chain.hashes[10] = hashOf('other')
    expect(await head()).not.toBe(second)
  })
})

describe('what a user operation became', () => {
  const bundle = hashOf('bundle of paid')

  test('is read of the transaction that held it, with its own logs', async () => {
    const { world, operate, logsOf } = openEntryPoint()
    operate('paid', 100)
    const found = await createChainReader(world, 31337).find(alice, paid)
    expect(found?.receipt).toMatchObject({ transactionHash: bundle, status: '0x1', logs: [] })
    expect(found?.whole).toMatchObject({ transactionHash: bundle, logs: logsOf('paid') })
  })

  test('is nothing as long as its nonce is unused, and nothing is searched', async () => {
    const { world, point } = openEntryPoint()
    expect(await createChainReader(world, 31337).find(alice, paid)).toBeNull()
    expect(point.searches).toEqual([])
  })

  test('is read at once of the transaction that held it before', async () => {
    const { chain, world, operate } = openEntryPoint()
    operate('paid', 100)
    const known = { ...paid, receipt: receiptOf(bundle) }
    expect(await createChainReader(world, 31337).find(alice, known)).toMatchObject({
      receipt: { transactionHash: bundle },
    })
    expect(chain.asked).toEqual(['eth_getTransactionReceipt'])
  })

  test('is nothing where another operation used its nonce, which is told', async () => {
    const { world, operate } = openEntryPoint()
    operate('another', 100)
    const eyes = createChainReader(world, 31337)
    expect(await eyes.find(alice, paid)).toBeNull()
    expect(await eyes.usedBy(alice, paid)).toMatchObject({
      transactionHash: hashOf('bundle of another'),
      topics: expect.arrayContaining([hashOf('another')]) as unknown,
    })
  })

  test('is searched for once in one look, and further on in the next', async () => {
    const { chain, world, point, operate } = openEntryPoint()
    chain.remembers = 1_000
    chain.latest = 2_500
    const first = createChainReader(world, 31337)
    expect(await first.usedBy(alice, paid)).toBeUndefined()
    expect(await first.usedBy(alice, paid)).toBeUndefined()
    const ranges = [...point.searches]
    expect(new Set(ranges.map(String)).size).toBe(ranges.length)
    expect(ranges[0]).toEqual([0, 999])
    operate('paid', 2_490)
    point.searches = []
    expect(await createChainReader(world, 31337).usedBy(alice, paid)).toMatchObject({
      transactionHash: bundle,
    })
    expect(point.searches.map(([from]) => from > 2_000)).toEqual([true])
  })

  test('is searched for anew by another worker', async () => {
    const before = openEntryPoint()
    before.chain.latest = 2_500
    await createChainReader(before.world, 31337).usedBy(alice, paid)
    const after = openEntryPoint()
    after.chain.latest = 2_500
    await createChainReader(after.world, 31337).usedBy(alice, paid)
    expect(after.point.searches[0]).toEqual([0, 999])
  })

  test('is nobody’s question of a transaction', async () => {
    const { chain, world } = openEntryPoint()
    expect(await createChainReader(world, 31337).usedBy(alice, { hash })).toBeUndefined()
    expect(chain.asked).toEqual([])
  })

  test('is read of another RPC where the node no longer has the past', async () => {
    const { world, point, operate } = openEntryPoint()
    operate('paid', 100)
    const usual = world.request
    world.request = (id, method, params) => {
      if (method === 'eth_getLogs')
        return Promise.reject(rpcError('unsupportedMethod', 'method not found'))
      return usual(id, method, params)
    }
    world.every = async (...asked) => [
      { error: toError({ code: -32601, message: 'method not found' }) },
      { value: await usual(...asked) },
    ]
    expect(await createChainReader(world, 31337).usedBy(alice, paid)).toMatchObject({
      transactionHash: bundle,
    })
    expect(point.searches).toHaveLength(1)
  })

  test('stays unknown where no node has the past', async () => {
    const { chain, world, point } = openEntryPoint()
    point.uses.push(100)
    chain.answers.eth_getLogs = forgotten
    chain.remembers = 190
    expect(await createChainReader(world, 31337).usedBy(alice, paid)).toBeUndefined()
    expect(await createChainReader(world, 31337).find(alice, paid)).toBeNull()
  })
})
