import { numberToHex, pad, type Hash } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append, batchOf, eventsOf, livePlaces, stateOf } from '@/lib/batch/journal'
import { batchesAhead } from '@/lib/batch/lane'
import { createRunner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import type { Event } from '@/lib/db/batchEvent'
import { delegation, executor } from '@/lib/delegate/executor'
import { rpcError, toError } from '@/lib/rpc/errors'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { alice, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { did, hashOf, storeBatch } from './batches'
import { cancel, fees, lookOn, speedUp } from './runnerHarness'
import { operated, sponsored } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'

beforeEach(emptyDatabase)

const lane = { chainId: 31337, from: alice }

const refuse = () => {
  throw toError({ code: -32005, message: 'query exceeds max block range' })
}

const slow = () => {
  throw rpcError('limitExceeded')
}

const strange = () => {
  throw toError({ code: -32099, message: 'please upgrade your plan' })
}

const open = () => {
  const place = openEntryPoint()
  place.chain.now = 900_000
  Object.assign(place.chain.answers, codeAnswers(delegation(executor)))
  return { ...place, runner: createRunner(place.world, fees) }
}

/** Stores a batch that somebody else pays for, sent at block 10, with what has happened to it. */
const signed = async (name: string, ...events: Event[]) => {
  const { key } = await storeBatch(sponsored)
  await append(key, [operated(name), did.sent(name), ...events], 800_000)
  return key
}

const burn = (name = 'burn', nonce = 5): Event => did.signed(name, 0, { kind: 'cancel', nonce })

const codeOf = async (key: string) => statusCode(await batchOf(key), await stateOf(key))

const isFree = async () => batchesAhead(await livePlaces(lane)).length === 0

describe('a node that does not search for events', () => {
  test.each([
    ['refuses every range', refuse],
    ['asks to slow down each time', slow],
    ['answers with nothing', () => null],
    ['has dropped its old events', () => []],
  ])('and %s, hides no operation that ran', async (_, eth_getLogs) => {
    const place = open()
    place.operate('first', 140)
    Object.assign(place.chain.answers, { eth_getLogs })
    const key = await signed('first')
    await place.runner.look(31337)
    expect(await codeOf(key)).toBe(200)
    expect(await isFree()).toBe(true)
  })

  test('and has no receipts of a whole block either, is asked for one after the other', async () => {
    const place = open()
    place.operate('first', 140)
    Object.assign(place.chain.answers, { eth_getLogs: refuse, eth_getBlockReceipts: refuse })
    const key = await signed('first')
    await place.runner.look(31337)
    expect(await codeOf(key)).toBe(200)
  })

  test('is not the last word where another RPC of the network has them', async () => {
    const place = open()
    place.operate('first', 140)
    const { eth_getLogs: logs } = place.chain.answers
    Object.assign(place.chain, { remembers: 190 })
    Object.assign(place.chain.answers, { eth_getLogs: refuse, eth_getBlockReceipts: refuse })
    const world: typeof place.world = {
      ...place.world,
      every: (_, method, params) =>
        Promise.resolve([
          { error: toError({ code: -32005, message: 'query exceeds max block range' }) },
          method === 'eth_getLogs'
            ? { value: logs?.(params as never) }
            : { error: toError({ code: -32000, message: 'missing trie node' }) },
        ]),
    }
    const key = await signed('first')
    await createRunner(world, fees).look(31337)
    expect(await codeOf(key)).toBe(200)
  })

  test.each([
    ['has no past state', { remembers: 199 }, {}],
    ['has a word of its own for past state', {}, { eth_call: strange }],
  ])('and %s, keeps nobody waiting, and says nothing that it does not know', async (_, at, own) => {
    const place = open()
    place.operate('first', 140)
    const { answers } = place.chain
    const call = answers.eth_call
    Object.assign(place.chain, at)
    Object.assign(answers, { eth_getLogs: refuse, eth_getBlockReceipts: refuse })
    if ('eth_call' in own)
      answers.eth_call = ([to, tag]: [unknown, string]) =>
        tag === 'latest' || Number(tag) === 200 ? call?.([to, tag] as never) : strange()
    const key = await signed('first')
    await place.runner.look(31337)
    expect(await codeOf(key)).toBe(100)
    expect(await isFree()).toBe(true)
    const types = (await eventsOf(key)).map(({ type }) => type)
    expect(types).not.toContain('replaced')
    expect(types).not.toContain('lapsed')
  })

  test('and has no receipt of the transaction that it names, keeps nobody waiting', async () => {
    const place = open()
    place.operate('first', 140)
    place.drop(hashOf('bundle of first'))
    const key = await signed('first')
    await place.runner.look(31337)
    expect(await codeOf(key)).toBe(100)
    expect(await isFree()).toBe(true)
  })
})

test.each([
  ['by another contract', stranger, alice],
  ['of another account', entryPoint, stranger],
])('an event %s that a node gives all the same proves nothing', async (_, address, account) => {
  const place = open()
  place.point.uses = [140]
  const [log] = place.logsOf('another')
  const topics = (log?.topics ?? []).with(2, pad(account, { size: 32 }))
  place.chain.answers.eth_getLogs = () => [
    { ...log, address, topics, blockNumber: '0x8c', transactionHash: hashOf('imitation') },
  ]
  const key = await signed('first')
  await lookOn(place, 2)
  expect(await codeOf(key)).toBe(100)
  expect((await stateOf(key)).replaced).toEqual({})
})

describe('a search for an operation', () => {
  test('goes block by block where a node takes no more, and not over all of them at each look', async () => {
    const place = open()
    Object.assign(place.chain, { latest: 30_100, finalized: 30_050, remembers: 30_090 })
    place.point.widest = 10
    place.operate('first', 700)
    const key = await signed('first')
    await place.runner.look(31337)
    expect(place.point.searches.length).toBeLessThan(30)
    expect(await codeOf(key)).toBe(100)
    await lookOn(place, 10)
    expect(await codeOf(key)).toBe(200)
  })

  test('in vain is not made anew from its beginning with each look', async () => {
    const place = open()
    Object.assign(place.chain, { latest: 15_000, finalized: 14_900, remembers: 14_990 })
    place.point.uses = [14_000]
    await signed('first')
    await lookOn(place, 3)
    const { length } = place.point.searches
    await lookOn(place, 1)
    expect(place.point.searches.length).toBeLessThanOrEqual(length + 2)
  })

  test('is not made for an operation that a block is known to have', async () => {
    const place = open()
    place.operate('first', 180)
    const key = await signed('first')
    await place.runner.look(31337)
    expect(await codeOf(key)).toBe(200)
    const { length } = place.point.searches
    place.chain.latest++
    await place.runner.look(31337)
    expect(place.point.searches).toHaveLength(length)
  })
})

describe('a replica that lags', () => {
  test('does not end the time of an operation that ran', async () => {
    const place = open()
    place.operate('first', 140)
    Object.assign(place.chain, { remembers: 160, times: { 150: 9_000 } })
    const call = place.chain.answers.eth_call
    // "latest" is that of a replica which has no more than block 120.
    place.chain.answers.eth_call = ([to, tag]: [unknown, string]) =>
      tag === 'latest' ? numberToHex(7, { size: 32 }) : call?.([to, tag] as never)
    const key = await signed('first')
    await place.runner.look(31337)
    expect((await eventsOf(key)).map(({ type }) => type)).not.toContain('lapsed')
  })
})

describe('a cancellation that a block has, and that failed there,', () => {
  const failed = (block: number) => ({
    blockNumber: numberToHex(block),
    blockHash: hashOf(`block ${block}`),
    status: '0x0' as const,
  })

  /** Signs an operation and its cancellation, which a block has with too little gas. */
  const openFailed = async () => {
    const place = open()
    const key = await signed('first', did.stopped(), burn(), did.sent('burn'))
    place.include(hashOf('burn'), { block: 140, status: '0x0' })
    place.chain.count = 6
    await place.runner.look(31337)
    expect((await stateOf(key)).transactions.at(-1)?.receipt).toMatchObject(failed(140))
    return { ...place, key }
  }

  test('is no end of the operation, which can be cancelled again', async () => {
    const { runner, chain, key } = await openFailed()
    expect(await codeOf(key)).toBe(100)
    expect(await isFree()).toBe(false)
    expect(await cancel(runner, key)).toBe('done')
    expect((await stateOf(key)).transactions.at(-1)).toMatchObject({ kind: 'cancel', nonce: 6 })
    expect(chain.sent).toHaveLength(1)
  })

  test('keeps nobody waiting once the operation’s time is over', async () => {
    const place = await openFailed()
    place.chain.times = { 150: 9_000 }
    await lookOn(place)
    expect(await codeOf(place.key)).toBe(100)
    expect(await isFree()).toBe(true)
  })

  test('does not keep the operation from being sent again, nor from running', async () => {
    const place = await openFailed()
    place.operate('first', 180)
    await lookOn(place)
    expect(await codeOf(place.key)).toBe(200)
  })
})

describe('a cancellation that came too late, and is still out,', () => {
  /** An operation that ran in a block that is final, while its cancellation waits in a pool. */
  const openLate = async (pool: Hash[] = [hashOf('burn')]) => {
    const place = open()
    place.operate('first', 140)
    place.chain.answers.eth_getTransactionByHash = ([hash]: [Hash]) =>
      pool.includes(hash) ? { hash } : null
    const key = await signed('first', did.stopped(), burn(), did.sent('burn'))
    await lookOn(place, 2)
    expect(await codeOf(key)).toBe(200)
    return { ...place, key, pool }
  }

  test('is not forgotten with the batch that is final', async () => {
    const place = await openLate()
    await lookOn(place, 3)
    expect((await batchOf(place.key)).live).toBe(1)
    expect(await isFree()).toBe(false)
  })

  test('may be sped up, so that the account’s next batch gets its turn', async () => {
    const again = open()
    const key = await signed('first', did.stopped())
    expect(await cancel(again.runner, key)).toBe('done')
    again.chain.answers.eth_getTransactionByHash = () => ({})
    again.operate('first', 140)
    await lookOn(again, 2)
    expect(await codeOf(key)).toBe(200)
    expect(await speedUp(again.runner, key)).toBe('done')
    const sent = (await stateOf(key)).transactions.at(-1)
    expect(sent).toMatchObject({ kind: 'cancel', sent: true })
    again.include(sent?.hash ?? '0x', { block: 160 })
    again.chain.count = 6
    Object.assign(again.chain, { latest: 201, finalized: 170 })
    await lookOn(again, 2)
    expect(await isFree()).toBe(true)
    expect((await batchOf(key)).live).toBe(0)
  })

  test('keeps nobody waiting once no node has it and the operation is final', async () => {
    const place = await openLate()
    place.pool.length = 0
    await lookOn(place, 3)
    expect(await isFree()).toBe(true)
    expect((await batchOf(place.key)).live).toBe(0)
  })

  test.each([
    ['to the EntryPoint', entryPoint],
    ['to itself, which does it by a call', alice],
  ])('is proven by its block alone, though nobody remembers it: %s', async (_, to) => {
    const place = open()
    const key = await signed('second')
    place.point.uses = [140]
    const sent = { block: 140, from: alice, to }
    place.include(hashOf('forgotten'), sent)
    await place.runner.look(31337)
    expect(await codeOf(key)).toBe(400)
    expect((await stateOf(key)).replaced).toEqual({ 0: hashOf('forgotten') })
  })
})

test('an operation that a reorg takes back holds up the next one again, though its use was not found at first', async () => {
  const place = open()
  place.operate('first', 199)
  const { eth_getLogs: logs, eth_getBlockReceipts: receipts } = place.chain.answers
  Object.assign(place.chain.answers, { eth_getLogs: refuse, eth_getBlockReceipts: slow })
  place.drop(hashOf('bundle of first'))
  const key = await signed('first')
  await place.runner.look(31337)
  expect((await stateOf(key)).overtaken).not.toEqual({})
  Object.assign(place.chain.answers, { eth_getLogs: logs, eth_getBlockReceipts: receipts })
  place.include(hashOf('bundle of first'), { block: 199, logs: place.logsOf('first') })
  await place.runner.look(31337)
  expect(await codeOf(key)).toBe(200)
  place.drop(hashOf('bundle of first'))
  Object.assign(place.point, { uses: [], events: [] })
  Object.assign(place.chain, { latest: 201, hashes: { 199: hashOf('another block') } })
  await place.runner.look(31337)
  expect(await codeOf(key)).toBe(100)
  expect(await isFree()).toBe(false)
})

test('a cancellation that the account cannot pay for any more keeps nobody waiting once the time is over', async () => {
  const place = open()
  const key = await signed('first', did.stopped(), burn(), did.sent('burn'))
  place.chain.times = { 150: 9_000 }
  place.chain.answers.eth_sendRawTransaction = () => {
    throw toError({ code: -32000, message: 'insufficient funds for gas * price + value' })
  }
  await lookOn(place, 2)
  expect(await codeOf(key)).toBe(100)
  expect(await isFree()).toBe(true)
})
