import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createChainReader } from '@/lib/batch/chainReader'
import { nonceEvents } from '@/lib/batch/nonceProof'
import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import { emptyDatabase } from '../database'
import { bob } from '../accounts'
import { did, hashOf, makeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { byAnotherWallet, byAuthorization, takeNonce } from './runnerHarness'

const { signed, sent, included, moved } = did

const overtaken = (hasHistory: boolean, index = 0): Event => ({
  type: 'overtaken',
  index,
  hasHistory,
})
const replacedBy = (by: `0x${string}`, index = 0): Event => ({ type: 'replaced', index, by })

/** Opens a chain of 200 blocks, 150 of them final, and a sent transaction at nonce 5. */
const out = (events: Event[] = [signed('0', 0, { nonce: 5 }), sent('0')]) => {
  const place = openChain()
  Object.assign(place.chain, { latest: 200, finalized: 150 })
  const batch = makeBatch()
  const known = [...events]
  const find = async () => {
    const found = await nonceEvents(
      place.world,
      batch,
      fold(known),
      createChainReader(place.world, 31337),
    )
    known.push(...found)
    return found
  }
  return { ...place, find }
}

beforeEach(emptyDatabase)

test('nothing is concluded while the nonce is free, and no block is looked for', async () => {
  const { chain, find } = out()
  expect(await find()).toEqual([])
  expect(chain.asked).toEqual(['eth_getTransactionCount'])
})

test('nothing is asked where nothing is out', async () => {
  const { chain, find } = out([])
  expect(await find()).toEqual([])
  expect(chain.asked).toEqual([])
})

test('a nonce that is passed is no proof until a final block shows by what', async () => {
  const place = out()
  takeNonce(place, byAnotherWallet(5), { block: 180 })
  expect(await place.find()).toEqual([overtaken(true)])
  expect(await place.find()).toEqual([])
  place.chain.finalized = 179
  expect(await place.find()).toEqual([])
  place.chain.finalized = 180
  expect(await place.find()).toEqual([replacedBy(hashOf('other 5'))])
})

test('64 blocks are final where the node’s tag does not move', async () => {
  const place = out()
  place.chain.finalized = 0
  takeNonce(place, byAnotherWallet(5), { block: 137 })
  expect(await place.find()).toEqual([overtaken(true)])
  place.chain.latest = 201
  expect(await place.find()).toEqual([replacedBy(hashOf('other 5'))])
})

test('it is not final by depth while the node is silent about what is', async () => {
  const place = out()
  takeNonce(place, byAnotherWallet(5), { block: 20 })
  const usual = place.world.request
  place.world.request = async (id, method, params) =>
    params[0] === 'finalized' ? silence() : usual(id, method, params)
  await expect(place.find()).rejects.toMatchObject({ code: 4901 })
})

test('a nonce that a re-org gives back is free again', async () => {
  const place = out()
  takeNonce(place, byAnotherWallet(5), { block: 199 })
  await place.find()
  Object.assign(place.chain, { others: [], count: 5 })
  expect(await place.find()).toEqual([{ type: 'freed', index: 0 }])
  expect(await place.find()).toEqual([])
  takeNonce(place, byAnotherWallet(5), { block: 200 })
  expect(await place.find()).toEqual([overtaken(true)])
})

describe('the proof is', () => {
  test('an authorization of the account in a transaction of another', async () => {
    const place = out()
    takeNonce(place, await byAuthorization(5), { block: 100 })
    expect(await place.find()).toEqual([replacedBy(hashOf('authorizing 5'))])
  })

  test('one that holds on every chain', async () => {
    const place = out()
    takeNonce(place, await byAuthorization(5, 0), { block: 100 })
    expect(await place.find()).toEqual([replacedBy(hashOf('authorizing 5'))])
  })

  test.each<[string, () => Promise<Record<string, unknown>> | Record<string, unknown>]>([
    ['for another chain', () => byAuthorization(5, 8453)],
    ['for another nonce', () => byAuthorization(6)],
    ['of another account', () => byAuthorization(5, 31337, bob)],
    ['a transaction of another account', () => byAnotherWallet(5, bob)],
    ['one of the account at another nonce', () => byAnotherWallet(4)],
  ])('not an authorization or transaction %s', async (_, transaction) => {
    const place = out()
    takeNonce(place, await transaction(), { block: 100 })
    expect(await place.find()).toEqual([overtaken(false)])
  })

  test('not shaken by an authorization that nobody signed, which anyone can publish', async () => {
    const place = out()
    const garbage = await byAuthorization(5)
    const [authorization] = garbage.authorizationList
    const bad = { ...authorization, r: '0x00', s: '0x00' }
    const { chain } = place
    chain.others.push({
      block: 100,
      used: 0,
      transaction: { ...garbage, hash: hashOf('garbage'), authorizationList: [bad] },
    })
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    expect(await place.find()).toEqual([replacedBy(hashOf('other 5'))])
  })
})

test('our own transaction in that block is no loss: its receipt is yet to come', async () => {
  const place = out()
  takeNonce(place, { ...byAnotherWallet(5), hash: hashOf('0') }, { block: 100 })
  expect(await place.find()).toEqual([])
})

test('so is any of those that were signed for it', async () => {
  const place = out([
    signed('0', 0, { nonce: 5 }),
    sent('0'),
    signed('dearer', 0, { nonce: 5 }),
    sent('dearer'),
  ])
  takeNonce(place, { ...byAnotherWallet(5), hash: hashOf('0') }, { block: 100 })
  expect(await place.find()).toEqual([])
})

describe('without history there is no proof, and that is told', () => {
  test('where the final block itself is forgotten', async () => {
    const place = out()
    place.chain.remembers = 160
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    expect(await place.find()).toEqual([overtaken(false)])
    expect(await place.find()).toEqual([])
  })

  test('where the block is older than what the node remembers', async () => {
    const place = out()
    place.chain.remembers = 120
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    expect(await place.find()).toEqual([overtaken(false)])
  })

  test('where the node does not have the block in full', async () => {
    const place = out()
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    const usual = place.world.request
    place.world.request = (id, method, params) =>
      params[1] === true ? Promise.resolve(null) : usual(id, method, params)
    expect(await place.find()).toEqual([overtaken(false)])
  })

  test('until a node is asked that has it', async () => {
    const place = out()
    place.chain.remembers = 160
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    await place.find()
    place.chain.remembers = 0
    expect(await place.find()).toEqual([replacedBy(hashOf('other 5'))])
  })
})

test('what is forgotten beyond the block does not hide it', async () => {
  const place = out()
  Object.assign(place.chain, { latest: 1000, finalized: 900, remembers: 830 })
  takeNonce(place, byAnotherWallet(5), { block: 835 })
  expect(await place.find()).toEqual([replacedBy(hashOf('other 5'))])
})

test('silence in the middle of it concludes nothing', async () => {
  const place = out()
  takeNonce(place, byAnotherWallet(5), { block: 20 })
  let asked = 0
  const usual = place.world.request
  place.world.request = async (id, method, params) => {
    if (method === 'eth_getTransactionCount' && ++asked === 5) silence()
    return usual(id, method, params)
  }
  await expect(place.find()).rejects.toMatchObject({ code: 4901 })
})

test('of two that are out after a move, each is looked at by itself', async () => {
  const place = out([
    signed('0', 0, { nonce: 5 }),
    sent('0'),
    included('0'),
    signed('1', 1, { nonce: 6 }),
    sent('1'),
    moved('0'),
  ])
  takeNonce(place, byAnotherWallet(5), { block: 100 })
  expect(await place.find()).toEqual([replacedBy(hashOf('other 5'))])
})

test('the block is found in every chain', async () => {
  const chains = fc
    .record({
      nonce: fc.integer({ min: 0, max: 6 }),
      final: fc.integer({ min: 1, max: 400 }),
      blocks: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 7, maxLength: 12 }),
    })
    .map(({ nonce, final, blocks }) => ({ nonce, final, blocks: blocks.sort((a, b) => a - b) }))
  await fc.assert(
    fc.asyncProperty(chains, async ({ nonce, final, blocks }) => {
      const place = out([signed('0', 0, { nonce }), sent('0')])
      Object.assign(place.chain, { latest: 400, finalized: final, count: 0 })
      blocks.forEach((block, index) => takeNonce(place, byAnotherWallet(index), { block }))
      const isFinal = (blocks[nonce] ?? Infinity) <= final
      const expected = isFinal ? replacedBy(hashOf(`other ${nonce}`)) : overtaken(true)
      expect(await place.find()).toEqual([expected])
    }),
    { numRuns: 200 },
  )
})
