import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { delegation, executor } from '@/lib/delegate/executor'
import { toError } from '@/lib/rpc/errors'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { did, hashOf, receiptOf } from './batches'
import { hash, out } from './observedTransaction'
import { observing } from './observing'
import { revoking } from './runnerHarness'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

describe('the fee', () => {
  const paid = { gasUsed: '0x5208', effectiveGasPrice: '0x2', l1Fee: '0x3' } as const
  const fee = '0xa413'

  test.each([10, 11])('is written down with the receipt (block %s)', async (block) => {
    const { chain, include, look } = observing(out)
    include(hash, { block })
    const receipt = chain.receipts.get(hash)
    if (!receipt) throw new Error('it is in no block')
    chain.answers.eth_getTransactionReceipt = () => ({ ...receipt, ...paid })
    const type = block === 10 ? 'sealed' : 'included'
    expect(await look()).toMatchObject([{ type, hash, fee }])
  })

  test('is left out where the node does not tell it', async () => {
    const { include, look } = observing(out)
    include(hash, { block: 10 })
    expect((await look()).map((event) => 'fee' in event)).toEqual([false])
  })
})

describe('a receipt that a node no longer gives has not moved', () => {
  type Answer = (tag: string) => object | null
  const block = (number: Hex) => ({ number, hash: hashOf('block'), transactions: [] })

  test.each<[string, boolean, Answer]>([
    ['while it tells no newest block', true, () => null],
    [
      'while it does not have the block of that height',
      true,
      (tag) => (tag === 'latest' ? block('0xc') : null),
    ],
    ['while it lags behind the sealed block', true, () => block('0x9')],
    ['while it is two blocks behind the one that pre-confirmed it', false, () => block('0x8')],
    ['while it shows its newest block as the one to come', false, () => block('0x9')],
    [
      'while it refuses to show the block to come',
      false,
      (tag) => {
        if (tag === 'pending') throw toError({ code: -32602, message: 'invalid block tag' })
        return block('0x9')
      },
    ],
    [
      'while the block to come is a later one',
      false,
      (tag) => block(tag === 'pending' ? '0xb' : '0x9'),
    ],
    [
      'while the block still lists the transaction',
      true,
      (tag) => (tag === 'finalized' ? null : { ...block('0xa'), transactions: [hash] }),
    ],
  ])('%s', async (_, isSealed, answer) => {
    const seen = isSealed ? did.sealed('0') : did.included('0')
    const { chain, look } = observing([...out, seen])
    chain.answers.eth_getBlockByNumber = ([tag]: [string]) => answer(tag)
    expect(await look()).toEqual([])
  })

  test('but has, if its pre-confirmed block is shown as the one to come without it', async () => {
    const { chain, look } = observing([...out, did.included('0')])
    chain.answers.eth_getBlockByNumber = ([tag]: [string]) =>
      block(tag === 'pending' ? '0xa' : '0x9')
    expect(await look()).toEqual([{ type: 'moved', hash }])
  })
})

test('a receipt whose block the node does not give by number is not sealed yet', async () => {
  const { chain, include, look } = observing(out)
  include(hash, { block: 10 })
  const latest = { number: '0xc', hash: hashOf('block 12'), transactions: [] }
  chain.answers.eth_getBlockByNumber = ([tag]: [string]) => (tag === 'latest' ? latest : null)
  expect(await look()).toMatchObject([{ type: 'included', hash }])
})

describe('the delegate that is written down', () => {
  /** Answers with a delegation only for the account at the pre-confirmed block. */
  const delegated = ([address, tag]: [Hex, string]) =>
    address === alice && tag === 'pending' ? delegation(executor) : '0x'
  const refusing = () => {
    throw toError({ code: -32000, message: 'header not found' })
  }

  test.each([
    ['all calls at once', { mode: 'atomic' } as const],
    ['a revocation', revoking],
  ])('is that of the account at the pre-confirmed block, for %s', async (_, terms) => {
    const { chain, include, look } = observing(out, terms)
    include(hash)
    chain.answers.eth_getCode = delegated
    const delegate = executor.toLowerCase()
    expect(await look()).toMatchObject([{ type: 'included', delegate }])
  })

  test('is none for one call, whatever the account has, and the node is not asked', async () => {
    const { chain, include, look } = observing(out)
    include(hash)
    chain.answers.eth_getCode = delegated
    expect(await look()).toMatchObject([{ type: 'included', delegate: null }])
    expect(chain.asked).not.toContain('eth_getCode')
  })

  test.each([
    ['all calls at once: none', { mode: 'atomic' } as const, null],
    ['a revocation: the one to revoke', revoking, executor.toLowerCase()],
  ])('is not the hoped for one where the node refuses, for %s', async (_, terms, delegate) => {
    const { chain, include, look } = observing(out, terms)
    include(hash)
    chain.answers.eth_getCode = refusing
    expect(await look()).toMatchObject([{ type: 'included', delegate }])
  })
})

describe('a batch that has ended is final', () => {
  test('without any receipt, where another transaction provably took its nonce', async () => {
    const replaced = { type: 'replaced', index: 0, by: hashOf('another') } as const
    const { look } = observing([...out, replaced])
    expect(await look()).toEqual([{ type: 'final' }])
    expect(await look(false)).toEqual([])
  })

  test('not where nothing of it was signed', async () => {
    const { chain, look } = observing([did.stopped()])
    chain.finalized = 10
    expect(await look()).toEqual([])
  })

  test('not while one of its blocks is in dispute, however final the others are', async () => {
    const first = [did.signed('0'), did.sealed('0')]
    const disputed = { type: 'disputed', hash: hashOf('1') } as const
    const second = [did.signed('1', 1), did.included('1'), disputed]
    const { chain, eyes, include, look } = observing([...first, ...second], { mode: 'sequence' })
    for (const name of ['0', '1']) include(hashOf(name), { block: 10 })
    chain.finalized = 10
    eyes.opinion = 'differs'
    expect(await look()).toEqual([])
    eyes.opinion = 'agrees'
    expect(await look()).toEqual([
      {
        type: 'sealed',
        hash: hashOf('1'),
        ran: true,
        second: 'agrees',
        receipt: receiptOf(hashOf('1')),
      },
    ])
  })
})

describe('the first look at a transaction', () => {
  test('asks for its receipt and for the newest block at once', async () => {
    const { chain, include, look, world } = observing(out)
    include(hash, { block: 10 })
    const { request } = world
    let tell = (): void => undefined
    const isAsked = new Promise<void>((resolve) => (tell = resolve))
    world.request = async (...question) => {
      if (question[1] === 'eth_getTransactionReceipt') tell()
      // A node that answers one after the other would wait here for ever.
      if (question[1] === 'eth_getBlockByNumber') await isAsked
      return request(...question)
    }
    expect((await look()).map(({ type }) => type)).toEqual(['sealed'])
    expect(chain.asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(2)
  })
})
