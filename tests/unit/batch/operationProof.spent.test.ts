import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import { emptyDatabase } from '../database'
import { did, hashOf } from './batches'
import { cancels, inBlock, lapsedIn, lookAt, storeOperated, writtenAt } from './cancelledOperations'
import { operated } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'

beforeEach(emptyDatabase)

const spent = (isSpent: boolean, name = 'burn'): Event => ({
  type: 'spent',
  hash: hashOf(name),
  isSpent,
})
const dropped: Event = { type: 'dropped', hash: hashOf('burn') }

/** The operation, in a block. */
const ran = (block: number): Event => did.sealed('first', inBlock(block))

describe('the nonce of a cancellation that no block has', () => {
  test.each([
    [5, []],
    [6, [spent(true)]],
  ])('is used once the account has sent more than that: %i', async (count, events) => {
    const place = openEntryPoint()
    place.chain.count = count
    const batch = await storeOperated([operated('first'), cancels('burn', 5)])
    expect(await lookAt(place, batch)).toEqual(events)
  })

  test.each([
    [5, [spent(false)]],
    [6, []],
  ])('is unused again after a reorg: %i', async (count, events) => {
    const place = openEntryPoint()
    place.chain.count = count
    const batch = await storeOperated([operated('first'), cancels('burn', 5), spent(true)])
    expect(await lookAt(place, batch)).toEqual(events)
  })

  test('is another one for each cancellation', async () => {
    const place = openEntryPoint()
    place.chain.count = 6
    const batch = await storeOperated([operated('first'), cancels('burn', 5), cancels('higher', 6)])
    expect(await lookAt(place, batch)).toEqual([spent(true)])
  })

  test('is asked for as it is in the newest block', async () => {
    const place = openEntryPoint()
    const params: unknown[] = []
    place.chain.answers.eth_getTransactionCount = (asked: [Hex, string]) => {
      params.push(...asked)
      return '0x5'
    }
    const batch = await storeOperated([operated('first'), cancels()])
    await lookAt(place, batch)
    expect(params).toEqual([batch.from, 'latest'])
  })

  test.each([
    ['nothing was cancelled', []],
    ['a block has the cancellation', [cancels(), did.sealed('burn', inBlock(140))]],
  ])('is not asked for where %s', async (_, events) => {
    const place = openEntryPoint()
    place.chain.count = 6
    const batch = await storeOperated([operated('first'), ...events])
    expect(await lookAt(place, batch)).toEqual([])
    expect(place.chain.asked).not.toContain('eth_getTransactionCount')
  })
})

describe('a cancellation that came too late', () => {
  /** Looks so many ms after the last event, on a node that has or has not the cancellation. */
  const look = async ({
    block = 150,
    age = 60_000,
    has = null,
    count = 5,
    more = [],
  }: {
    block?: number
    age?: number
    has?: object | null
    count?: number
    more?: Event[]
  }) => {
    const place = openEntryPoint()
    place.chain.now = writtenAt + age
    place.chain.count = count
    const asked: unknown[] = []
    place.chain.answers.eth_getTransactionByHash = (params: [Hex]) => {
      asked.push(...params)
      return has
    }
    place.operate('first', block)
    const batch = await storeOperated([
      operated('first'),
      cancels(),
      did.sent('burn'),
      ran(block),
      ...more,
    ])
    return { found: await lookAt(place, batch), asked }
  }

  test('is waited for no more once its operation is final and no node has it', async () => {
    expect(await look({})).toEqual({ found: [dropped], asked: [hashOf('burn')] })
  })

  test.each([
    ['the node has it', { has: { hash: hashOf('burn') } }, [hashOf('burn')]],
    ['its operation is not final', { block: 151 }, []],
    ['the batch had an event less than a minute ago', { age: 59_999 }, []],
    ['it was dropped before', { more: [dropped] }, []],
    ['its nonce is used', { count: 6, more: [spent(true)] }, []],
  ])('is not dropped where %s', async (_, change, asked) => {
    expect(await look(change)).toEqual({ found: [], asked })
  })

  test('is told to have no nonce any more before it is asked for', async () => {
    expect(await look({ count: 6 })).toEqual({ found: [spent(true)], asked: [] })
  })

  test('is each asked for by itself', async () => {
    const more = [cancels('dearer'), did.sent('dearer')]
    const both = [dropped, { type: 'dropped', hash: hashOf('dearer') }]
    expect(await look({ more })).toEqual({
      found: both,
      asked: [hashOf('burn'), hashOf('dearer')],
    })
  })
})

test('a cancellation of an operation of which nothing is known is not dropped', async () => {
  const place = openEntryPoint()
  place.chain.now = writtenAt + 60_000
  const batch = await storeOperated([operated('first'), lapsedIn(150), cancels()])
  expect(await lookAt(place, batch)).toEqual([])
  expect(place.chain.asked).not.toContain('eth_getTransactionByHash')
})
