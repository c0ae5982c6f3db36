import { numberToHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { createChainReader } from '@/lib/batch/chainReader'
import { append, batchOf, livePlaces, stateOf } from '@/lib/batch/journal'
import { batchesAhead } from '@/lib/batch/lane'
import { heldNonces } from '@/lib/batch/nonce'
import { nonceEvents } from '@/lib/batch/nonceProof'
import { isWitness } from '@/lib/batch/operationProof'
import { createRunner } from '@/lib/batch/runner'
import type { Batch } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { operation } from '../sponsor/operations'
import { did, hashOf, storeBatch } from './batches'
import { operated, sponsored } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'
import { fees } from './runnerHarness'

beforeEach(emptyDatabase)

const lane = { chainId: 31337, from: alice }

/** Stores a batch that somebody else pays for, with what has happened to it. */
const signed = async (...events: Event[]): Promise<Batch> => {
  const batch = await storeBatch(sponsored)
  await append(batch.key, events, 1_100_000)
  return batch
}

/** The signature of what cancels an operation. */
const burn = (name = 'burn', nonce = 5): Event => did.signed(name, 0, { kind: 'cancel', nonce })

/** A cancellation in a sealed block. */
const burnt = (block: number, name = 'burn'): Event[] => {
  const place = { blockNumber: numberToHex(block), blockHash: hashOf(`block ${block}`) }
  return [burn(name), did.sealed(name, place)]
}

/** Looks at the nonce of a batch's operations, and stores what was found. */
const find = async ({ world, chain }: ReturnType<typeof openEntryPoint>, { key }: Batch) => {
  const look = createChainReader(world, 31337)
  const found = await nonceEvents(world, await batchOf(key), await stateOf(key), look)
  await append(key, found, chain.now)
  return found
}

const overtaken = (hasHistory: boolean): Event => ({ type: 'overtaken', index: 0, hasHistory })
const replaced = (name: string): Event => ({ type: 'replaced', index: 0, by: hashOf(name) })
const seen = (block: number, name = 'burn'): Event => ({
  type: 'burnt',
  index: 0,
  by: hashOf(name),
  block: numberToHex(block),
  blockHash: hashOf(`block ${block}`),
})

describe('a cancellation of one batch', () => {
  test('ends another’s operation at that nonce, too, once its block is final', async () => {
    const place = openEntryPoint()
    place.point.uses = [190]
    await signed(operated('first'), ...burnt(190))
    const second = await signed(operated('second'))
    expect(await find(place, second)).toEqual([seen(190), overtaken(true)])
    expect(await find(place, second)).toEqual([])
    place.chain.finalized = 189
    expect(await find(place, second)).toEqual([])
    place.chain.finalized = 190
    expect(await find(place, second)).toEqual([replaced('burn')])
  })

  test('proves it though the state of its block is gone by then', async () => {
    const place = openEntryPoint()
    place.point.uses = [190]
    const batch = await signed(operated('first'), ...burnt(190))
    await find(place, batch)
    Object.assign(place.chain, { latest: 900, finalized: 800, remembers: 850 })
    expect(await find(place, batch)).toEqual([replaced('burn')])
  })

  test('proves nothing by a block that a reorg has taken back', async () => {
    const place = openEntryPoint()
    place.point.uses = [190]
    const batch = await signed(operated('first'), ...burnt(190))
    await find(place, batch)
    Object.assign(place.chain, { finalized: 195, hashes: { 190: hashOf('another block') } })
    expect((await find(place, batch)).map(({ type }) => type)).not.toContain('replaced')
  })

  test('proves nothing where an operation ran in its block', async () => {
    const place = openEntryPoint()
    place.operate('first', 140)
    place.point.uses = [140, 140]
    const batch = await signed(operated('first'), ...burnt(140))
    expect(await find(place, batch)).toEqual([])
  })

  test('proves it beside another in the same block', async () => {
    const place = openEntryPoint()
    place.point.uses = [140, 140]
    const first = await signed(operated('first'), ...burnt(140))
    const second = await signed(operated('second'), ...burnt(140, 'another'))
    expect(await find(place, first)).toEqual([replaced('burn')])
    expect(await find(place, second)).toEqual([replaced('burn')])
  })

  test('that nobody looked at in time can never be proven, and that is told', async () => {
    const place = openEntryPoint()
    place.point.uses = [140]
    Object.assign(place.chain, { remembers: 149 })
    const batch = await signed(operated('first'), ...burnt(140))
    expect(await find(place, batch)).toEqual([overtaken(false)])
  })

  test('is looked at as long as it may prove what became of another operation', async () => {
    const place = openEntryPoint()
    place.point.uses = [140]
    const first = await signed(operated('first'), ...burnt(140), replaced('burn'))
    const second = await signed(operated('second'))
    place.include(hashOf('burn'), { block: 140 })
    const runner = createRunner(place.world, fees)
    await runner.look(31337)
    expect((await batchOf(first.key)).live).toBe(1)
    expect((await stateOf(second.key)).replaced).toEqual({ 0: hashOf('burn') })
    place.chain.latest++
    await runner.look(31337)
    expect((await batchOf(first.key)).live).toBe(0)
  })
})

describe('another operation at the same nonce', () => {
  test.each([
    ['near the block of the signature', 20],
    ['before it, where a reorg has put it', 4],
    ['more than 20,000 blocks later', 30_000],
  ])('is found %s, by one search', async (_, block) => {
    const place = openEntryPoint()
    Object.assign(place.chain, { latest: 30_100, finalized: 30_050 })
    place.operate('other', block)
    const batch = await signed(operated('first'))
    const look = createChainReader(place.world, 31337)
    await look.find(alice, (await stateOf(batch.key)).transactions[0] ?? expect.fail())
    const { length } = place.point.searches
    expect(await nonceEvents(place.world, batch, await stateOf(batch.key), look)).toEqual([
      replaced('bundle of other'),
    ])
    expect(place.point.searches).toHaveLength(length)
  })

  test('is no proof before its block is final', async () => {
    const place = openEntryPoint()
    place.operate('other', 180)
    const batch = await signed(operated('first'))
    expect(await find(place, batch)).toEqual([overtaken(true)])
    place.chain.finalized = 180
    expect(await find(place, batch)).toEqual([replaced('bundle of other')])
  })
})

test('what used a nonce without a trace can be proven by nobody once that is final', async () => {
  const place = openEntryPoint()
  place.point.uses = [180]
  const batch = await signed(operated('first'))
  expect(await find(place, batch)).toEqual([overtaken(true)])
  place.chain.finalized = 180
  expect(await find(place, batch)).toEqual([overtaken(false)])
})

describe('the time of an operation is over', () => {
  const lapsed: Event = { type: 'lapsed', hash: hashOf('first'), block: 150 }

  test('by the time of a final block alone, not by the clock', async () => {
    const place = openEntryPoint()
    const batch = await signed(operated('first', { upgrade: true }))
    place.chain.now = 9_000_000_000
    place.chain.times = { 150: 1_000, 200: 9_000_000 }
    expect(await find(place, batch)).toEqual([])
    expect(batchesAhead(await livePlaces(lane))).toHaveLength(1)
    expect(heldNonces(await stateOf(batch.key))).toEqual([5])
    place.chain.times[150] = 1_001
    expect(await find(place, batch)).toEqual([lapsed])
    expect(batchesAhead(await livePlaces(lane))).toEqual([])
    expect(heldNonces(await stateOf(batch.key))).toEqual([])
    expect(await find(place, batch)).toEqual([])
  })

  test('only if its nonce is unused in that block', async () => {
    const place = openEntryPoint()
    place.chain.times = { 150: 9_000 }
    place.operate('first', 140)
    const batch = await signed(operated('first'))
    expect(await find(place, batch)).toEqual([])
  })

  test('and that is noted anew, so that what uses its nonce much later is found', async () => {
    const place = openEntryPoint()
    place.chain.times = { 150: 9_000, 90_000: 9_000 }
    const batch = await signed(operated('first'))
    await find(place, batch)
    Object.assign(place.chain, { latest: 90_050, finalized: 90_000 })
    expect(await find(place, batch)).toEqual([{ ...lapsed, block: 90_000 }])
    Object.assign(place.chain, { latest: 150_000, finalized: 149_000 })
    place.operate('other', 100_000)
    expect(await find(place, batch)).toEqual([replaced('bundle of other')])
  })

  test('and the lane waits while its cancellation is in no block', async () => {
    await signed(operated('first'), lapsed, burn())
    expect(batchesAhead(await livePlaces(lane))).toHaveLength(1)
  })
})

describe('a cancellation whose nonce the authorization alone used', () => {
  test('is told of, until a reorg gives the nonce back, and holds up nobody', async () => {
    const place = openEntryPoint()
    const spent = (isSpent: boolean): Event => ({ type: 'spent', hash: hashOf('burn'), isSpent })
    const lapsed: Event = { type: 'lapsed', hash: hashOf('first'), block: 150 }
    const batch = await signed(operated('first', { upgrade: true }), lapsed, burn())
    place.chain.count = 6
    expect(await find(place, batch)).toEqual([spent(true)])
    expect(await find(place, batch)).toEqual([])
    expect(batchesAhead(await livePlaces(lane))).toEqual([])
    place.chain.count = 5
    expect(await find(place, batch)).toEqual([spent(false)])
    expect(batchesAhead(await livePlaces(lane))).toHaveLength(1)
  })

  test('is told of also where the nonce in the EntryPoint is used', async () => {
    const place = openEntryPoint()
    place.point.uses = [180]
    place.chain.count = 6
    const batch = await signed(operated('first', { upgrade: true }), burn())
    const spent: Event = { type: 'spent', hash: hashOf('burn'), isSpent: true }
    expect(await find(place, batch)).toEqual([overtaken(true), spent])
  })
})

describe('a cancellation that came too late', () => {
  const ran: Event = did.sealed('first', { blockNumber: numberToHex(180) })

  test('holds up the next operation, which it would cancel, until a block has it', async () => {
    const batch = await signed(operated('first'), burn(), did.sent('burn'), ran)
    expect(batchesAhead(await livePlaces(lane))).toHaveLength(1)
    expect(heldNonces(await stateOf(batch.key))).toEqual([5])
    await append(batch.key, [did.sealed('burn')], 1_100_000)
    expect(batchesAhead(await livePlaces(lane))).toEqual([])
    expect(heldNonces(await stateOf(batch.key))).toEqual([])
  })

  test('holds it up also where the nonce went to another operation, which no final block has yet', async () => {
    await signed(operated('first'), burn(), did.sent('burn'), overtaken(true))
    expect(batchesAhead(await livePlaces(lane))).toHaveLength(1)
  })

  test('holds up nothing once its nonce is used', async () => {
    const place = openEntryPoint()
    place.operate('first', 180)
    const batch = await signed(operated('first'), burn(), did.sent('burn'), ran)
    place.chain.count = 6
    expect(await find(place, batch)).toEqual([
      { type: 'spent', hash: hashOf('burn'), isSpent: true },
    ])
    expect(batchesAhead(await livePlaces(lane))).toEqual([])
  })

  test('holds up nothing where no node took it', async () => {
    await signed(
      operated('first'),
      burn(),
      { type: 'refused', hash: hashOf('burn'), reason: 'funds' },
      ran,
    )
    expect(batchesAhead(await livePlaces(lane))).toEqual([])
  })

  test('is looked at until its nonce is used, though the batch has ended', async () => {
    const place = openEntryPoint()
    place.operate('first', 180)
    const batch = await signed(operated('first'), burn(), did.sent('burn'))
    const runner = createRunner(place.world, fees)
    await runner.look(31337)
    expect((await stateOf(batch.key)).transactions[0]).toMatchObject({ sealed: true })
    place.chain.count = 6
    await runner.look(31337)
    expect((await stateOf(batch.key)).transactions[1]).toMatchObject({ isSpent: true })
  })

  test('proves what became of the operation at the next nonce', async () => {
    const place = openEntryPoint()
    place.operate('first', 120)
    place.point.uses.push(140)
    await signed(operated('first'), ran, ...burnt(140))
    const next = { ...operation, nonce: '0x8' as const, signature: '0x12' as const }
    const second = await signed(operated('second', { signed: next }))
    expect(await find(place, second)).toEqual([replaced('burn')])
  })
})

test('a batch that cancelled nothing is not looked at for another’s operation', async () => {
  const first = await signed(
    operated('first'),
    did.sealed('first', { blockNumber: numberToHex(140) }),
  )
  const next = { ...operation, nonce: '0x8' as const, signature: '0x12' as const }
  await signed(operated('second', { signed: next }))
  expect(await isWitness(first, await stateOf(first.key))).toBe(false)
  await append(first.key, [burn(), did.sealed('burn')], 1_100_000)
  expect(await isWitness(first, await stateOf(first.key))).toBe(true)
})
