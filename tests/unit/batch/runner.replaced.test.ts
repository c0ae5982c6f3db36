import { keccak256, parseTransaction, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { liveBatches, stateOf } from '@/lib/batch/journal'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { stranger } from '../accounts'
import { storeBatch } from './batches'
import {
  cancel,
  byAnotherWallet,
  codeOf,
  lookOn,
  speedUp,
  start,
  takeNonce,
  types,
} from './runnerHarness'

beforeEach(emptyDatabase)

const out = (sent: Hex[], index = -1) => keccak256(sent.at(index) ?? '0x')
const nonces = (sent: Hex[]) => sent.map((raw) => parseTransaction(raw).nonce)

/** Lets another wallet take the nonce of the only transaction, and more than 64 blocks pass. */
const lose = async (place: ReturnType<typeof start>, transaction = byAnotherWallet(5)) => {
  takeNonce(place, transaction)
  await lookOn(place)
  place.chain.latest += 70
  await lookOn(place, 3)
}

describe('another wallet with the same key takes the nonce', () => {
  test('of a transaction that is out: 100 until it is proven, then 400, and nothing is signed for it', async () => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    await place.runner.advance()
    takeNonce(place, byAnotherWallet(5))
    await lookOn(place)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'overtaken'])
    expect(await codeOf(batch)).toBe(100)
    const { length } = place.chain.sent
    await lookOn(place, 3)
    expect(place.chain.sent).toHaveLength(length)
    place.chain.latest += 70
    await lookOn(place, 3)
    expect(await codeOf(batch)).toBe(400)
    expect((await types(batch)).slice(-2)).toEqual(['replaced', 'final'])
    expect(await liveBatches()).toEqual([])
    expect(place.chain.signatures).toBe(1)
  })

  test('of the second call: 600, and the third is not signed', async () => {
    const place = start()
    const call = { to: stranger, value: '0x1', data: '0x' } as const
    const batch = await storeBatch({ calls: [call, call, call] })
    await place.runner.advance()
    place.include(out(place.chain.sent), { block: 10 })
    place.chain.count = 6
    await lookOn(place)
    await lose(place, byAnotherWallet(6))
    expect(await codeOf(batch)).toBe(600)
    expect((await stateOf(batch.key)).final).toBe(true)
    expect(place.chain.signatures).toBe(2)
  })

  test('before anything was signed: the next one is used', async () => {
    const place = start()
    await storeBatch({ mode: 'one' })
    takeNonce(place, byAnotherWallet(5))
    await place.runner.advance()
    expect(nonces(place.chain.sent)).toEqual([6])
  })

  test.each<[string, string]>([
    ['says so', 'nonce too low: next nonce 6, tx nonce 5'],
    ['says something else', 'OldNonce, Current nonce: 6, nonce of rejected tx: 5'],
  ])('before it was sent, where the node %s', async (_, message) => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    takeNonce(place, byAnotherWallet(5))
    place.chain.answers.eth_getTransactionCount = ([, tag]: [Hex, string]) =>
      tag === 'pending' ? '0x5' : '0x6'
    place.chain.answers.eth_sendRawTransaction = () => {
      throw toError({ code: -32000, message })
    }
    await place.runner.advance()
    delete place.chain.answers.eth_getTransactionCount
    await lookOn(place)
    place.chain.latest += 70
    await lookOn(place, 3)
    expect(await codeOf(batch)).toBe(400)
    expect(place.chain.signatures).toBe(1)
  })

  test('of a cancellation too: 400', async () => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    await place.runner.advance()
    await cancel(place.runner, batch.key)
    await lose(place)
    expect(await codeOf(batch)).toBe(400)
  })

  test('but a re-org gives it back: the same bytes go out again', async () => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    await place.runner.advance()
    takeNonce(place, byAnotherWallet(5))
    await lookOn(place)
    const { length } = place.chain.sent
    Object.assign(place.chain, { others: [], count: 5 })
    await lookOn(place, 3)
    expect(place.chain.sent.length).toBeGreaterThan(length)
    expect(new Set(place.chain.sent).size).toBe(1)
    place.include(out(place.chain.sent), { block: 10 })
    await lookOn(place)
    expect(await codeOf(batch)).toBe(200)
  })

  test('but ours is mined in a re-org: it counts', async () => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    await place.runner.advance()
    takeNonce(place, byAnotherWallet(5))
    await lookOn(place)
    place.chain.others = []
    place.include(out(place.chain.sent), { block: 10 })
    await lookOn(place)
    expect(await codeOf(batch)).toBe(200)
  })
})

describe('while it is overtaken the lane is free', () => {
  test('the next batch takes the nonce after', async () => {
    const place = start()
    await storeBatch({ mode: 'one' })
    const second = await storeBatch({ mode: 'one' })
    await place.runner.advance()
    expect(await types(second)).toEqual(['approved'])
    takeNonce(place, byAnotherWallet(5))
    await lookOn(place)
    expect(nonces(place.chain.sent).at(-1)).toBe(6)
    expect(await types(second)).toEqual(['approved', 'signed', 'sent'])
  })

  test('and the nonce of an upgrade’s authorization is not left open before it', async () => {
    const place = start()
    await storeBatch({ mode: 'atomic', upgrade: true })
    await storeBatch({ mode: 'one' })
    await place.runner.advance()
    takeNonce(place, byAnotherWallet(5))
    await lookOn(place)
    expect(nonces(place.chain.sent)).toEqual([5, 6])
  })
})

describe('two that are out, because a pre-confirmed receipt moved after the next call was sent', () => {
  const twoOut = async () => {
    const place = start()
    const batch = await storeBatch()
    await place.runner.advance()
    const [first = '0x'] = place.chain.sent
    place.include(keccak256(first))
    place.chain.count = 6
    await lookOn(place)
    place.drop(keccak256(first))
    place.chain.count = 5
    await lookOn(place)
    const [, second = '0x'] = place.chain.sent
    expect(nonces([first, second])).toEqual([5, 6])
    return { ...place, batch, first, second }
  }

  test('both go out again, in the order of their nonces, as often as it takes', async () => {
    const place = await twoOut()
    place.chain.sent = []
    await lookOn(place, 2)
    expect(place.chain.sent.slice(0, 2)).toEqual([place.first, place.second])
    expect(place.chain.sent.length).toBe(4)
    expect(place.chain.signatures).toBe(2)
  })

  test('Cancel replaces both', async () => {
    const place = await twoOut()
    place.chain.sent = []
    expect(await cancel(place.runner, place.batch.key)).toBe('done')
    expect(nonces(place.chain.sent)).toEqual([5, 6])
    const { transactions } = await stateOf(place.batch.key)
    expect(transactions.map(({ kind, index }) => [kind, index])).toEqual([
      ['call', 0],
      ['call', 1],
      ['cancel', 0],
      ['cancel', 1],
    ])
    for (const raw of place.chain.sent) place.include(keccak256(raw), { block: 10 })
    place.chain.count = 7
    await lookOn(place)
    expect(await codeOf(place.batch)).toBe(400)
  })

  test('speeding up is for the first, which the other waits for', async () => {
    const place = await twoOut()
    await speedUp(place.runner, place.batch.key)
    expect((await stateOf(place.batch.key)).transactions.at(-1)).toMatchObject({ nonce: 5 })
  })

  test('the first is lost to another wallet and the second runs: 600', async () => {
    const place = await twoOut()
    takeNonce(place, byAnotherWallet(5))
    await lookOn(place)
    expect(await codeOf(place.batch)).toBe(100)
    const hash = keccak256(place.second)
    place.include(hash, { block: 10 })
    takeNonce(place, { ...byAnotherWallet(6), hash })
    await lookOn(place)
    place.chain.latest += 70
    await lookOn(place, 3)
    expect(await codeOf(place.batch)).toBe(600)
    expect(place.chain.signatures).toBe(2)
  })
})
