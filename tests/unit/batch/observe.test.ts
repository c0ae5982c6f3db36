import { beforeEach, describe, expect, test } from 'vitest'
import type { Receipt } from '@/lib/db/batchEvent'
import { delegation, executor } from '@/lib/delegate/executor'
import { stranger } from '../accounts'
import { hashOf, receiptOf } from './batches'
import { silence, type openChain } from './fakeChain'
import { hash, reverted, types, watching } from './observedTransaction'
import { emptyDatabase } from '../database'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

test('nothing is found of a transaction that is in no block', async () => {
  const { look } = watching()
  expect(await look()).toEqual([])
})

test('a transaction is included, sealed and final, each told once', async () => {
  const { chain, include, look } = watching()
  include(hash)
  expect(await look()).toEqual([
    {
      type: 'included',
      hash,
      delegate: null,
      receipt: receiptOf(hash, { blockNumber: '0xb', blockHash: hashOf('block 11') }),
    },
  ])
  expect(await look()).toEqual([])
  chain.latest = 11
  expect(await look()).toMatchObject([{ type: 'sealed', hash, ran: true }])
  expect(await look()).toEqual([])
  chain.finalized = 10
  expect(await look()).toEqual([])
  chain.finalized = 11
  expect(await look()).toEqual([{ type: 'final' }])
})

test('a transaction that is sealed when it is first seen is not told as included', async () => {
  const { include, look } = watching()
  include(hash, { block: 10 })
  expect(types(await look())).toEqual(['sealed'])
})

describe('a block is sealed', () => {
  test.each<[string, (place: ReturnType<typeof openChain>) => void]>([
    ['not when its hash by number is another', ({ chain }) => (chain.hashes[10] = hashOf('other'))],
    [
      'not when it does not list the transaction',
      ({ chain }) => {
        chain.answers = {
          eth_getBlockByNumber: () => ({
            number: '0xa',
            hash: hashOf('block 10'),
            transactions: [hashOf('another')],
          }),
        }
      },
    ],
    [
      'not when it is beyond the latest, though the node gives it by number',
      ({ chain }) => {
        const transactions = [hash]
        chain.answers = {
          eth_getBlockByNumber: ([tag]: [string]) =>
            tag === 'latest'
              ? { number: '0x9', hash: hashOf('block 9'), transactions: [] }
              : { number: '0xa', hash: hashOf('block 10'), transactions },
        }
      },
    ],
    ['not when the node does not have it', ({ chain }) => (chain.latest = 9)],
  ])('%s', async (_, happens) => {
    const place = watching()
    place.include(hash, { block: 10 })
    happens(place)
    expect(types(await place.look())).toEqual(['included'])
  })
})

describe('a receipt has moved', () => {
  const after = async (sealed: boolean, change: (place: ReturnType<typeof watching>) => void) => {
    const place = watching()
    place.include(hash, { block: sealed ? 10 : 11 })
    expect(types(await place.look())).toEqual([sealed ? 'sealed' : 'included'])
    change(place)
    return place.look()
  }

  test.each([true, false])('when it is missing (sealed: %s)', async (sealed) => {
    expect(await after(sealed, ({ drop }) => drop(hash))).toEqual([{ type: 'moved', hash }])
  })

  test('when it stands in another sealed block', async () => {
    const found = await after(true, ({ chain, include }) => {
      chain.latest = 12
      include(hash, { block: 12 })
    })
    expect(found).toMatchObject([
      { type: 'moved', hash },
      { type: 'sealed', hash, receipt: { blockNumber: '0xc' } },
    ])
  })

  test('when the sealed block at its number is another one', async () => {
    const found = await after(true, ({ chain, include }) => {
      chain.hashes[10] = hashOf('other')
      include(hash, { block: 10 })
    })
    expect(types(found)).toEqual(['moved', 'sealed'])
  })

  test('when it fell back from a sealed block to the one being built', async () => {
    expect(types(await after(true, ({ include }) => include(hash)))).toEqual(['moved'])
  })

  test('not when only the hash of an unsealed block has changed, which it does all the time', async () => {
    const found = await after(false, ({ chain, include }) => {
      chain.hashes[11] = hashOf('the next partial block')
      include(hash)
    })
    expect(found).toEqual([])
  })

  test.each<[string, Partial<Receipt>]>([
    ['status', reverted],
    ['logs', { logs: [{ address: stranger, data: '0x', topics: [] }] }],
  ])('and the new receipt counts when its %s is another', async (_, change) => {
    const found = await after(false, ({ include }) => include(hash, change))
    expect(found.at(-1)).toMatchObject({ hash, receipt: change })
  })

  test('not while the node is silent: nothing is concluded from that', async () => {
    const place = watching()
    place.include(hash, { block: 10 })
    await place.look()
    place.chain.answers = { eth_getTransactionReceipt: silence }
    await expect(place.look()).rejects.toMatchObject({ code: 4901 })
  })
})

test('what a receipt holds beside EIP-5792 is not kept', async () => {
  const { chain, look } = watching()
  const log = { address: stranger, data: '0x01' as const, topics: [] }
  const more = { logIndex: '0x0', blockHash: hashOf('block 11'), removed: false }
  const receipt = { ...receiptOf(hash, { blockNumber: '0xb' }), from: stranger, type: '0x2' }
  chain.receipts.set(hash, { ...receipt, logs: [{ ...log, ...more }] })
  expect(await look()).toMatchObject([
    { receipt: expect.toSatisfy((kept: Receipt) => Object.keys(kept).length === 6) as unknown },
  ])
  expect(await look()).toEqual([])
})

describe('the delegate is written down when an atomic batch is first seen', () => {
  test.each<[string, (chain: ReturnType<typeof openChain>['chain']) => void, unknown]>([
    ['ours', (chain) => (chain.code = { pending: delegation(executor) }), executor.toLowerCase()],
    ['none', () => undefined, null],
  ])('%s', async (_, happens, delegate) => {
    const { chain, include, look } = watching('atomic')
    include(hash)
    happens(chain)
    expect(await look()).toMatchObject([{ type: 'included', delegate }])
  })

  test('and not as unknown because the node was silent: it is looked at again', async () => {
    const { chain, include, look } = watching('atomic')
    include(hash)
    chain.answers = { eth_getCode: silence }
    await expect(look()).rejects.toMatchObject({ code: 4901 })
    chain.answers = {}
    expect(types(await look())).toEqual(['included'])
  })
})
