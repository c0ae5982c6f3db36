import { numberToHex, type Hash } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { toError } from '@/lib/rpc/errors'
import { did, hashOf } from './batches'
import { silence } from './fakeChain'
import { hash, out, types, watching } from './observedTransaction'
import { emptyDatabase } from '../database'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

/** A batch that is sealed in block 10, the newest. */
const sealed = async () => {
  const place = watching()
  place.include(hash, { block: 10 })
  expect(types(await place.look())).toEqual(['sealed'])
  return place
}

describe('a sealed transaction whose receipt a node lacks', () => {
  test('stays where that node is one block behind', async () => {
    const { chain, drop, look } = await sealed()
    drop(hash)
    chain.latest = 9
    expect(await look()).toEqual([])
  })

  test('stays where that node has the block, with it in it', async () => {
    const { chain, look } = await sealed()
    chain.answers.eth_getTransactionReceipt = () => null
    expect(await look()).toEqual([])
  })

  test('has moved where another block stands in its place', async () => {
    const { chain, drop, look } = await sealed()
    drop(hash)
    chain.hashes[10] = hashOf('another')
    expect(await look()).toEqual([did.moved('0')])
  })

  test('stays where that node has it in a block that is still to come', async () => {
    const { chain, include, look } = await sealed()
    include(hash, { block: 10, blockHash: hashOf('not yet') })
    chain.latest = 9
    expect(await look()).toEqual([])
  })
})

describe('a pre-confirmed transaction whose receipt a node lacks', () => {
  const preconfirmed = async () => {
    const place = watching()
    place.include(hash)
    expect(types(await place.look())).toEqual(['included'])
    place.drop(hash)
    return place
  }

  /** Lets the node show a pending block of this height, with these transactions. */
  const showing = (
    { chain }: Awaited<ReturnType<typeof preconfirmed>>,
    number: number | null,
    transactions: Hash[] = [],
  ) => {
    const shown = { number: number === null ? null : numberToHex(number), hash: null, transactions }
    const latest = { number: '0xa', hash: hashOf('block 10'), transactions: [] }
    chain.answers.eth_getBlockByNumber = ([tag]: [string]) => (tag === 'pending' ? shown : latest)
  }

  test('stays where every other node of a pool shows no pre-confirmed block', async () => {
    const place = await preconfirmed()
    for (let at = 0; at < 6; at++) {
      // A node without such blocks gives its newest block for `pending`.
      showing(place, 10)
      expect(await place.look()).toEqual([])
      delete place.chain.answers.eth_getBlockByNumber
      place.include(hash)
      expect(await place.look()).toEqual([])
      place.drop(hash)
    }
  })

  test('stays where that node refuses to show its pending block', async () => {
    const { chain, look } = await preconfirmed()
    chain.answers.eth_getBlockByNumber = ([tag]: [string]) => {
      if (tag === 'pending') throw toError({ code: -32602, message: 'invalid block tag' })
      return { number: '0xa', hash: hashOf('block 10'), transactions: [] }
    }
    expect(await look()).toEqual([])
  })

  // Some nodes name no height of the block to come.
  test.each([11, null])('stays where the pending block of height %s has it', async (height) => {
    const place = await preconfirmed()
    showing(place, height, [hash])
    expect(await place.look()).toEqual([])
  })

  test.each([11, null])('has moved where that of height %s is without it', async (height) => {
    const place = await preconfirmed()
    showing(place, height)
    expect(await place.look()).toEqual([did.moved('0')])
  })

  test('has moved where the block of that height is sealed without it', async () => {
    const { chain, look } = await preconfirmed()
    chain.latest = 11
    expect(await look()).toEqual([did.moved('0')])
  })

  test('stays where that node is further behind', async () => {
    const { chain, look } = await preconfirmed()
    chain.latest = 9
    expect(await look()).toEqual([])
  })
})

describe('a `finalized` tag', () => {
  const deep = async () => {
    const place = await sealed()
    place.chain.latest = 500
    return place
  }
  const stumbles = () => {
    throw toError({ code: -32603, message: 'Internal error' })
  }
  const failing = (place: Awaited<ReturnType<typeof sealed>>, fail: () => null) => {
    place.chain.answers.eth_getBlockByNumber = ([tag]: [string]) =>
      tag === 'finalized'
        ? fail()
        : { number: '0x1f4', hash: hashOf('block 10'), transactions: [hash] }
  }

  test.each([
    ['an error', stumbles],
    ['silence', silence],
  ])('that fails by %s makes nothing final', async (_, fail) => {
    const place = await deep()
    place.chain.now = 60_000
    failing(place, fail)
    await expect(place.look()).rejects.toThrow()
  })

  const minute = 60_000
  const nothing = () => null

  test('that fails once makes nothing final, however long the batch has waited', async () => {
    const place = await deep()
    place.chain.finalized = 9
    place.chain.now = 12 * minute
    expect(await place.look()).toEqual([])
    failing(place, stumbles)
    place.chain.now += minute
    await expect(place.look()).rejects.toThrow('Internal error')
  })

  test('that shows no block once makes nothing final', async () => {
    const place = await deep()
    failing(place, nothing)
    expect(await place.look()).toEqual([])
  })

  test.each([
    ['fails', stumbles],
    ['shows no block', nothing],
  ])('that %s for ten minutes gives way to 64 blocks', async (_, fail) => {
    const place = await deep()
    failing(place, fail)
    for (let at = 0; at < 10; at++) {
      place.chain.now = at * minute
      expect(await place.look().catch(() => [])).toEqual([])
    }
    place.chain.now = 10 * minute
    expect(await place.look()).toEqual([{ type: 'final' }])
  })

  test('that answers between two failures has not failed for long', async () => {
    const place = await deep()
    for (let at = 0; at < 30; at++) {
      place.chain.now = at * minute
      place.chain.finalized = 9
      failing(place, stumbles)
      if (at % 9 === 8) delete place.chain.answers.eth_getBlockByNumber
      expect(await place.look().catch(() => [])).toEqual([])
    }
  })

  test('that nobody asked between two failures has not failed for long', async () => {
    const place = await deep()
    failing(place, stumbles)
    place.chain.now = 0
    await expect(place.look()).rejects.toThrow('Internal error')
    place.chain.now = 60 * minute
    await expect(place.look()).rejects.toThrow('Internal error')
  })

  test('that is stuck gives way after a day', async () => {
    const place = await deep()
    place.chain.finalized = 9
    place.chain.now = 24 * 60 * 60_000 - 1
    expect(await place.look()).toEqual([])
    place.chain.now++
    expect(await place.look()).toEqual([{ type: 'final' }])
  })

  test('leaves what is not 64 blocks deep, stuck or not', async () => {
    const place = watching('one', out)
    place.include(hash, { block: 450 })
    place.chain.latest = 500
    await place.look()
    place.chain.now = 48 * 60 * 60_000
    place.chain.finalized = 9
    expect(await place.look()).toEqual([])
  })
})
