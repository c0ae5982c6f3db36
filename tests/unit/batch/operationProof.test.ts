import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import { emptyDatabase } from '../database'
import { genesis, hashOf } from './batches'
import {
  beforeStates,
  lapsedIn,
  lookAt,
  overtakes,
  replacedBy,
  storeOperated,
} from './cancelledOperations'
import { forgotten, silence } from './fakeChain'
import { operated } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'

beforeEach(emptyDatabase)

const freed = { type: 'freed', index: 0 } as const

describe('a nonce that is unused', () => {
  test('is no news', async () => {
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(openEntryPoint(), batch)).toEqual([])
  })

  test('is free again where it was taken for used', async () => {
    const batch = await storeOperated([operated('first'), overtakes(true)])
    expect(await lookAt(openEntryPoint(), batch)).toEqual([freed])
  })

  test('is free again, and the time of its operation over, at one look', async () => {
    const place = openEntryPoint()
    place.chain.times = { 150: 1_001 }
    const batch = await storeOperated([operated('first'), overtakes(true)])
    expect(await lookAt(place, batch)).toEqual([freed, lapsedIn(150)])
  })

  test('tells nothing on a node whose newest block is older than the final one', async () => {
    const place = openEntryPoint()
    place.chain.times = { 150: 1_001 }
    const batch = await storeOperated([operated('first'), overtakes(true)])
    const answer = place.chain.answers
    const block = (number: string) => ({ number, hash: hashOf(number), timestamp: '0x3e9' })
    const newest: Record<string, string> = { latest: '0x95', finalized: '0x96' }
    place.chain.answers = {
      ...answer,
      eth_getBlockByNumber: ([tag]: [string]) => block(newest[tag] ?? tag),
    }
    expect(await lookAt(place, batch)).toEqual([])
    newest.latest = '0x96'
    expect(await lookAt(place, batch)).toEqual([freed, lapsedIn(150)])
  })

  test('is read in the newest block that the node named, not in a later one', async () => {
    const blocks: unknown[] = []
    const place = beforeStates(openEntryPoint(), (block) => blocks.push(block))
    const batch = await storeOperated([operated('first')])
    await lookAt(place, batch)
    expect(blocks).toEqual(['0xc8'])
  })
})

describe('a nonce that the operation itself used', () => {
  test('is no news: its receipt is seen with the next look', async () => {
    const place = openEntryPoint()
    place.operate('first', 140)
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(place, batch)).toEqual([])
  })

  test.each([
    ['has no receipt yet', () => null],
    ['fails to give one', silence],
  ])('is told as used where the node %s', async (_, answer) => {
    const place = openEntryPoint()
    place.operate('first', 140)
    place.chain.answers.eth_getTransactionReceipt = answer
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(place, batch)).toEqual([overtakes(true)])
  })
})

describe('a nonce that another operation used', () => {
  test.each([
    [150, [replacedBy('bundle of other')]],
    [151, [overtakes(true)]],
  ])('is proven so by a final block alone: %i', async (block, events) => {
    const place = openEntryPoint()
    place.operate('other', block)
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(place, batch)).toEqual(events)
  })

  test('is told of each operation of the batch by itself', async () => {
    const place = openEntryPoint()
    place.operate('other', 140)
    const batch = await storeOperated([operated('first'), operated('again', { index: 1 })])
    const by = hashOf('bundle of other')
    expect(await lookAt(place, batch)).toEqual([
      { type: 'replaced', index: 0, by },
      { type: 'replaced', index: 1, by },
    ])
  })
})

describe('a nonce that was used without a trace', () => {
  const used = (...blocks: number[]) => {
    const place = openEntryPoint()
    place.point.uses = blocks
    return place
  }

  test.each([
    ['can be proven by nobody once that is final', 150, false],
    ['may yet be proven before', 151, true],
  ])('%s', async (_, block, hasHistory) => {
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(used(block), batch)).toEqual([overtakes(hasHistory)])
  })

  test('is told once', async () => {
    const batch = await storeOperated([operated('first'), overtakes(false)])
    expect(await lookAt(used(150), batch)).toEqual([])
  })

  test('can be proven by nobody where the final block has no state any more', async () => {
    const place = used(180)
    place.chain.remembers = 170
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(place, batch)).toEqual([overtakes(false)])
  })

  test('may yet be proven where no block is final, though the node has no old state', async () => {
    const place = used(50)
    Object.assign(place.chain, { latest: 60, finalized: 0, remembers: 55 })
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(place, batch)).toEqual([overtakes(true)])
  })

  test('may yet be proven where the node fails to tell of the final block', async () => {
    const batch = await storeOperated([operated('first')])
    const place = beforeStates(used(140), (block) => {
      if (block === '0x96') silence()
    })
    expect(await lookAt(place, batch)).toEqual([overtakes(true)])
  })

  test('is told of also where the node fails to say how many blocks there are', async () => {
    const place = used(140)
    place.chain.answers.eth_blockNumber = silence
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(place, batch)).toEqual([overtakes(false)])
  })
})

test('a node that does not tell the nonce is an error', async () => {
  const place = openEntryPoint()
  place.chain.answers.eth_call = forgotten
  const batch = await storeOperated([operated('first')])
  await expect(lookAt(place, batch)).rejects.toThrow('missing trie node')
})

describe('the time of an operation', () => {
  const looked = async (final: number, before: Event[] = []) => {
    const place = openEntryPoint()
    Object.assign(place.chain, { latest: final + 50, finalized: final, times: { [final]: 1_001 } })
    return lookAt(place, await storeOperated([operated('first'), ...before]))
  }

  test.each([
    [10_149, []],
    [10_150, [lapsedIn(10_150)]],
  ])('is noted as over anew once 10,000 blocks have gone by: %i', async (final, events) => {
    expect(await looked(final, [lapsedIn(150)])).toEqual(events)
  })

  test('that was not over is so whenever it is, however short ago it was signed', async () => {
    expect(await looked(20)).toEqual([lapsedIn(20)])
  })

  test('is over by no block as long as none is final', async () => {
    const place = openEntryPoint()
    const block = { number: '0x3c', hash: genesis, timestamp: '0xffff' }
    place.chain.answers.eth_getBlockByNumber = ([tag]: [string]) =>
      tag === 'finalized' ? null : block
    const batch = await storeOperated([operated('first')])
    expect(await lookAt(place, batch)).toEqual([])
  })
})
