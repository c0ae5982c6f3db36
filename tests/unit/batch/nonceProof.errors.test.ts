import { beforeEach, describe, expect, test } from 'vitest'
import { createChainReader } from '@/lib/batch/chainReader'
import { nonceEvents } from '@/lib/batch/nonceProof'
import { fold } from '@/lib/batch/state'
import type { Event } from '@/lib/db/batchEvent'
import { toError } from '@/lib/rpc/errors'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { did, hashOf, makeBatch } from './batches'
import { forgotten, openChain } from './fakeChain'
import { byAnotherWallet, byAuthorization, takeNonce } from './runnerHarness'

beforeEach(emptyDatabase)

const { signed, sent, included, moved } = did

const overtaken = (hasHistory: boolean, index = 0): Event => ({
  type: 'overtaken',
  index,
  hasHistory,
})
const replacedBy = (name: string, index = 0): Event => ({
  type: 'replaced',
  index,
  by: hashOf(name),
})

const one = [signed('0', 0, { nonce: 5 }), sent('0')]
const two = [...one, included('0'), signed('1', 1, { nonce: 6 }), sent('1'), moved('0')]

/** Opens a chain of 200 blocks, 150 of them final, on which this has happened; each look goes on from the last. */
const open = (events: Event[] = one) => {
  const place = openChain()
  Object.assign(place.chain, { latest: 200, finalized: 150 })
  const batch = makeBatch()
  const known = [...events]
  const find = async () => {
    const look = createChainReader(place.world, 31337)
    const found = await nonceEvents(place.world, batch, fold(known), look)
    known.push(...found)
    return found
  }
  return { ...place, find }
}

const fails = () => {
  throw toError({ code: -32603, message: 'Internal error' })
}

describe('a node that only fails', () => {
  test('has the nonce count as used by another, which may yet be proven, and that is told once', async () => {
    const place = open()
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    const usual = place.world.request
    place.world.request = async (id, method, params) =>
      params[1] === true ? fails() : usual(id, method, params)
    expect(await place.find()).toEqual([overtaken(true)])
    expect(await place.find()).toEqual([])
    place.world.request = usual
    expect(await place.find()).toEqual([replacedBy('other 5')])
  })

  test('leaves standing that another one had no history', async () => {
    const place = open()
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    place.chain.remembers = 160
    expect(await place.find()).toEqual([overtaken(false)])
    const usual = place.world.request
    place.world.request = async (id, method, params) =>
      params[1] === '0x96' ? fails() : usual(id, method, params)
    expect(await place.find()).toEqual([])
  })

  test('at the count itself says nothing at all', async () => {
    const place = open()
    place.chain.answers = { eth_getTransactionCount: fails }
    await expect(place.find()).rejects.toThrow('Internal error')
  })
})

describe('where no block is final yet', () => {
  test('a passed nonce is no proof, and the past is not read', async () => {
    const place = open()
    Object.assign(place.chain, { latest: 20, finalized: 0 })
    takeNonce(place, byAnotherWallet(5), { block: 10 })
    expect(await place.find()).toEqual([overtaken(true)])
    expect(place.chain.asked.filter((method) => method === 'eth_getTransactionCount')).toHaveLength(
      1,
    )
  })
})

describe('another node of the network', () => {
  test('proves it where the preferred one has no history', async () => {
    const place = open()
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    const usual = place.world.request
    const isPast = (method: string, params: unknown[]) =>
      method === 'eth_getTransactionCount' && params[1] !== 'latest'
    place.world.request = async (id, method, params) =>
      isPast(method, params) ? forgotten() : usual(id, method, params)
    expect(await place.find()).toEqual([overtaken(false)])
    place.world.every = async (id, method, params) => [{ value: await usual(id, method, params) }]
    expect(await place.find()).toEqual([replacedBy('other 5')])
  })

  test('that has no history of the block itself leaves it unproven', async () => {
    const place = open()
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    const usual = place.world.request
    place.world.request = async (id, method, params) =>
      params[1] === true ? forgotten() : usual(id, method, params)
    expect(await place.find()).toEqual([overtaken(false)])
  })
})

describe('of two calls that are out', () => {
  test('each is told of by its own index', async () => {
    const place = open(two)
    takeNonce(place, byAnotherWallet(5), { block: 180 })
    takeNonce(place, byAnotherWallet(6), { block: 180 })
    expect(await place.find()).toEqual([overtaken(true, 0), overtaken(true, 1)])
    place.chain.finalized = 180
    expect(await place.find()).toEqual([replacedBy('other 5', 0), replacedBy('other 6', 1)])
  })

  test('what was signed for one is no proof that the other was not replaced', async () => {
    const place = open(two)
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    takeNonce(place, { ...byAnotherWallet(6), hash: hashOf('1') }, { block: 100 })
    expect(await place.find()).toEqual([replacedBy('other 5')])
  })
})

describe('the transaction that used a nonce is found', () => {
  test('in whatever letters a node writes the account', async () => {
    const place = open()
    const from = alice.toLowerCase() as typeof alice
    takeNonce(place, byAnotherWallet(5, from), { block: 100 })
    expect(await place.find()).toEqual([replacedBy('other 5')])
  })

  test('behind others of its block, and no earlier than the first that fits', async () => {
    const place = open()
    takeNonce(place, byAnotherWallet(5, bob), { block: 100, used: 0 })
    takeNonce(place, await byAuthorization(5, 31337, bob), { block: 100, used: 0 })
    takeNonce(place, byAnotherWallet(5), { block: 100 })
    takeNonce(place, { ...byAnotherWallet(5), hash: hashOf('later') }, { block: 100, used: 0 })
    expect(await place.find()).toEqual([replacedBy('other 5')])
  })

  test('behind another authorization of the same transaction', async () => {
    const place = open()
    const [own, other] = await Promise.all([byAuthorization(5), byAuthorization(5, 31337, bob)])
    const authorizationList = [...other.authorizationList, ...own.authorizationList]
    takeNonce(place, { ...own, authorizationList }, { block: 100 })
    expect(await place.find()).toEqual([replacedBy('authorizing 5')])
  })
})
