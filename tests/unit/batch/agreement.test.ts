import { numberToHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { World } from '@/lib/batch/world'
import { hashOf, receiptOf } from './batches'
import { hash, out, reverted, types, watching } from './observedTransaction'
import { emptyDatabase } from '../database'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

type Second = {
  block: unknown
  receipt: unknown
}

/** Opens a chain with a transaction in sealed block 10, and a fake second node that a test sets. */
const withSecond = (known: Partial<Second> = {}) => {
  const place = watching('one', out)
  const receipt = receiptOf(hash)
  const second: Second & { has: boolean } = {
    has: true,
    block: { hash: receipt.blockHash, transactions: [hash] },
    receipt,
    ...known,
  }
  const asked: string[] = []
  place.world.second = {
    has: () => Promise.resolve(second.has),
    ask: ((_chainId, method) => {
      asked.push(method)
      return Promise.resolve(method === 'eth_getBlockByNumber' ? second.block : second.receipt)
    }) satisfies NonNullable<World['second']>['ask'],
  }
  place.include(hash, { block: 10 })
  /** Looks each second. Returns the second of the first `sealed` event, undefined without one. */
  const sealedAfter = async (seconds: number) => {
    for (let second = 0; second <= seconds; second++) {
      if ((await place.look()).some(({ type }) => type === 'sealed')) return second
      place.chain.now += 1000
    }
    return undefined
  }
  return { ...place, second, asked, sealedAfter }
}

const silent = { block: undefined, receipt: undefined }

describe('a block counts as sealed', () => {
  test('at once where there is no second node, and that one is asked nothing', async () => {
    const { second, asked, look } = withSecond()
    second.has = false
    const [event] = await look()
    expect(event).toMatchObject({ type: 'sealed', ran: true })
    expect(event).not.toHaveProperty('second')
    expect(asked).toEqual([])
  })

  test('at once where the second node has the same block and outcome', async () => {
    expect(await withSecond().look()).toMatchObject([{ type: 'sealed', second: 'agrees' }])
  })

  test.each<[string, Partial<Second>]>([
    ['is silent', silent],
    ['has not that block yet', { block: null, receipt: null }],
    ['has the block and has not indexed the receipt yet', { receipt: null }],
    ['has the block and says nothing of the receipt', { receipt: undefined }],
    ['answers what is no receipt', { receipt: { status: '0x1' } }],
    ['answers what is no block', { block: { hash: hashOf('block 10') } }],
  ])('after 10 s where the second node %s, with a note of that', async (_, known) => {
    const { look, sealedAfter } = withSecond(known)
    expect(types(await look())).toEqual(['included', 'awaited'])
    expect(await look()).toEqual([])
    expect(await sealedAfter(9)).toBeUndefined()
    expect(await look()).toMatchObject([{ type: 'sealed', second: 'silent' }])
  })

  test('as soon as a second node that lagged is there', async () => {
    const { second, sealedAfter, look } = withSecond(silent)
    const agreeing = withSecond().second
    expect(await sealedAfter(4)).toBeUndefined()
    Object.assign(second, agreeing)
    expect(await look()).toMatchObject([{ type: 'sealed', second: 'agrees' }])
  })

  test('after 10 s for each block anew', async () => {
    const { chain, include, look, sealedAfter } = withSecond(silent)
    expect(await sealedAfter(10)).toBe(10)
    chain.hashes[10] = hashOf('another block 10')
    include(hash, { block: 10 })
    expect(types(await look())).toEqual(['moved', 'included', 'awaited'])
    expect(await sealedAfter(9)).toBeUndefined()
    expect(await sealedAfter(0)).toBe(0)
  })

  test.each([-1, 1])('no later than that where the clock jumps by a year (%i)', async (way) => {
    const { chain, look, sealedAfter } = withSecond(silent)
    await look()
    chain.now += way * 365 * 86_400_000
    expect(await sealedAfter(10)).toBeLessThanOrEqual(10)
  })
})

describe('a second node that has another block in its place is not overruled', () => {
  const disputes: [string, Partial<Second>][] = [
    ['another hash', { block: { hash: hashOf('other'), transactions: [] }, receipt: null }],
    ['another status', { receipt: receiptOf(hash, reverted) }],
  ]
  test.each(disputes)('%s: told once, and never sealed', async (_, known) => {
    const { look, sealedAfter } = withSecond(known)
    expect(types(await look())).toEqual(['included', 'disputed'])
    expect(await sealedAfter(60)).toBeUndefined()
    expect(await look()).toEqual([])
  })

  test('also where it falls silent after', async () => {
    const { second, look, sealedAfter } = withSecond(disputes[0]?.[1])
    await look()
    Object.assign(second, silent)
    expect(await sealedAfter(60)).toBeUndefined()
  })

  test('also where it falls silent before 10 s are over', async () => {
    const { second, look } = withSecond(disputes[0]?.[1])
    await look()
    Object.assign(second, silent)
    expect(await look()).toEqual([])
  })

  test('until it agrees', async () => {
    const { second, look } = withSecond(disputes[0]?.[1])
    await look()
    Object.assign(second, withSecond().second)
    expect(await look()).toMatchObject([{ type: 'sealed', second: 'agrees' }])
  })

  test('or the user takes it away', async () => {
    const { second, look } = withSecond(disputes[0]?.[1])
    await look()
    second.has = false
    expect(types(await look())).toEqual(['sealed'])
  })
})

test('it is asked for that block by its number, and for that transaction', async () => {
  const { world, look } = withSecond()
  const asked: unknown[] = []
  const ask = world.second?.ask
  if (world.second)
    world.second.ask = (chainId, method, params) => {
      asked.push([chainId, method, params])
      return ask?.(chainId, method, params) ?? Promise.resolve()
    }
  await look()
  expect(asked).toEqual([
    [31337, 'eth_getBlockByNumber', [numberToHex(10), false]],
    [31337, 'eth_getTransactionReceipt', [hash]],
  ])
})
