import { keccak256, parseTransaction } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append, eventsOf, stateOf } from '@/lib/batch/journal'
import { nonceFloor, lowerFloor } from '@/lib/batch/usedNonces'
import { troubleOf } from '@/lib/batch/trouble'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob } from '../accounts'
import { did, genesis, hashOf, storeBatch } from './batches'
import { codeOf, lookOn, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const lane = { chainId: 31337, from: alice, genesis }
const { signed, sealed, included, final } = did
const nonceOf = (raw = '0x') => parseTransaction(raw as '0x').nonce

describe('the floor of an account', () => {
  const after = async (...events: Parameters<typeof append>[1]) => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, events, 0)
    return nonceFloor(lane)
  }
  const upgrade = { nonce: 5, upgrade: true }

  test('is above a sealed transaction', async () => {
    expect(await nonceFloor(lane)).toBe(0)
    expect(await after(signed('a', 0, { nonce: 5 }), sealed('a'))).toBe(6)
  })

  test.each<[string, Parameters<typeof sealed>[1], boolean | null, number]>([
    ['above the authorization of an upgrade that ran', {}, true, 7],
    [
      'above that of one that reverted, which the chain had applied before',
      { status: '0x0' },
      false,
      7,
    ],
    ['above that of one of which nobody knows if it ran', {}, null, 7],
    ['below that of one that succeeded and ran nothing: it was skipped', {}, false, 6],
  ])('is %s', async (_, receipt, ran, floor) => {
    expect(await after(signed('a', 0, upgrade), sealed('a', receipt, ran))).toBe(floor)
  })

  test('is not raised by what no sealed block has', async () => {
    expect(await after(signed('a', 0, { nonce: 5 }), included('a'))).toBe(0)
  })

  test('never sinks', async () => {
    await after(signed('a', 0, { nonce: 5 }), sealed('a'))
    expect(await after(signed('b', 0, { nonce: 3 }), sealed('b'), did.moved('b'))).toBe(6)
  })

  test('keeps the count of user operations beside it, each once for each transaction that held it', async () => {
    const { key } = await storeBatch({ mode: 'atomic', gas: ['0x1'] })
    const held = (by: string) => sealed('o', { transactionHash: hashOf(by) })
    await append(key, [did.operation('o'), held('bundle')], 0)
    await append(key, [held('bundle')], 0)
    const row = { key: `31337 ${alice} ${genesis}`, nonce: 0, operations: 1 }
    expect(await journal.floors.toArray()).toEqual([row])
    await after(signed('a', 0, { nonce: 5 }), sealed('a'))
    expect(await journal.floors.toArray()).toEqual([{ ...row, nonce: 6 }])
    await append(key, [did.moved('o'), held('other')], 0)
    await lowerFloor(await storeBatch(), 2)
    expect(await journal.floors.toArray()).toEqual([{ ...row, nonce: 2, operations: 2 }])
  })

  test('is another one on another chain, with another genesis, and for another account', async () => {
    await after(signed('a', 0, { nonce: 5 }), sealed('a'))
    expect(await nonceFloor({ ...lane, chainId: 8453 })).toBe(0)
    expect(await nonceFloor({ ...lane, genesis: hashOf('anew') })).toBe(0)
    expect(await nonceFloor({ ...lane, from: '0x0000000000000000000000000000000000000001' })).toBe(
      0,
    )
  })
})

describe('the floor of an account whose chain’s genesis was not always served', () => {
  const unknown = { ...lane, genesis: null }
  const sealedAt = async (nonce: number, of: string, terms = {}) => {
    const batch = await storeBatch({ mode: 'one', ...terms })
    await append(batch.key, [signed(of, 0, { nonce }), sealed(of)], 0)
    return batch
  }

  test('binds also where it is not served any more, and once it is served', async () => {
    await sealedAt(5, 'a')
    expect(await nonceFloor(unknown)).toBe(6)
    await sealedAt(8, 'b', { genesis: null })
    expect(await nonceFloor(lane)).toBe(9)
    expect(await nonceFloor({ ...unknown, chainId: 8453 })).toBe(0)
    expect(await nonceFloor({ ...unknown, from: bob })).toBe(0)
  })

  test('is lowered whatever was served when it was raised', async () => {
    const known = await sealedAt(5, 'a')
    const none = await sealedAt(8, 'b', { genesis: null })
    await lowerFloor(known, 7)
    expect(await nonceFloor(unknown)).toBe(7)
    await lowerFloor(none, 2)
    expect(await nonceFloor(lane)).toBe(2)
  })

  test.each([
    ['served first', {}, { genesis: null }],
    ['served later', { genesis: null }, {}],
  ])('keeps what one batch signed from another, %s', async (_, first, second) => {
    await append((await storeBatch({ mode: 'one', ...first })).key, [signed('a')], 0)
    const other = await storeBatch({ mode: 'one', ...second })
    await expect(append(other.key, [signed('a')], 0)).rejects.toThrow('another batch')
  })

  test('gives no nonce away twice on a node that lags', async () => {
    const { chain, runner } = await behind()
    chain.genesis = null
    await storeBatch({ mode: 'one', genesis: null })
    await runner.advance()
    expect(chain.sent.map(nonceOf)).toEqual([5, 6])
  })
})

/** A batch that is final at nonce 5, on a node whose next answers are one block old. */
const behind = async () => {
  const place = start()
  const { chain, runner, include } = place
  const first = await storeBatch({ mode: 'one' })
  await runner.advance()
  include(keccak256(chain.sent[0] ?? '0x'), { block: 10 })
  chain.count = 6
  chain.finalized = 10
  await lookOn(place, 2)
  expect(await types(first)).toEqual(['approved', 'signed', 'sent', 'sealed', 'final'])
  chain.count = 5
  chain.now = 1_100_000
  return place
}

test.each([
  ['the same batch again', {}],
  ['a dearer one', { fees: { maxFeePerGas: '0x7d0', maxPriorityFeePerGas: '0xc8' } as const }],
])('once a batch is final, %s takes the nonce after it on a node that lags', async (_, terms) => {
  const { chain, runner } = await behind()
  const again = await storeBatch({ mode: 'one', ...terms })
  await runner.advance()
  expect(chain.sent.map(nonceOf)).toEqual([5, 6])
  expect(await codeOf(again)).toBe(100)
})

test.each([
  ['in a block that is not sealed', 11, 0, 1],
  ['in a sealed block', 10, 0, 1],
  ['in a final block', 10, 10, 2],
])(
  'after an upgrade that reverted %s, a node that lags gives away no used nonce',
  async (_, block, finalized, looks) => {
    const place = start()
    const { chain, runner, include } = place
    const upgrade = await storeBatch({ mode: 'atomic', upgrade: true })
    await runner.advance()
    include(keccak256(chain.sent[0] ?? '0x'), { block, status: '0x0' })
    chain.count = 7
    chain.finalized = finalized
    await lookOn(place, looks)
    expect((await stateOf(upgrade.key)).transactions).toMatchObject([
      { receipt: { status: '0x0' } },
    ])
    chain.count = 6
    chain.now = 1_100_000
    await storeBatch({ mode: 'one' })
    await runner.advance()
    expect(chain.sent.map(nonceOf)).toEqual([5, 7])
  },
)

test('bytes that a batch has signed are signed for no other', async () => {
  const { chain, runner } = await behind()
  await journal.floors.clear()
  const again = await storeBatch({ mode: 'one' })
  await runner.advance()
  expect(await types(again)).toEqual(['approved'])
  expect(chain.sent).toHaveLength(1)
  expect((await troubleOf(again, Date.now()))?.message).toContain('another batch signed')
})

test('a batch may record its own signature again', async () => {
  const { key } = await storeBatch({ mode: 'one' })
  await append(key, [signed('a')], 0)
  await append(key, [signed('a')], 0)
  expect((await eventsOf(key)).length).toBe(3)
  const other = await storeBatch({ mode: 'one' })
  await expect(append(other.key, [signed('a')], 0)).rejects.toThrow('another batch')
  expect((await stateOf(other.key)).transactions).toEqual([])
})

test('bytes that fill a gap are signed again once the batch that signed them is over', async () => {
  const first = await storeBatch({ mode: 'one' })
  await append(first.key, [signed('a')], 0)
  const filling = await storeBatch({ mode: 'one', nonce: 5 })
  await expect(append(filling.key, [signed('a')], 0)).rejects.toThrow('another batch')
  await append(first.key, [sealed('a'), final], 0)
  await append(filling.key, [signed('a')], 0)
  expect((await stateOf(filling.key)).transactions).toHaveLength(1)
  const usual = await storeBatch({ mode: 'one' })
  await expect(append(usual.key, [signed('a')], 0)).rejects.toThrow('another batch')
})

test('bytes of a chain that was started anew, or of a batch given up, are signed again', async () => {
  const first = await storeBatch({ mode: 'one' })
  await append(first.key, [signed('a')], 0)
  const anew = await storeBatch({ mode: 'one', genesis: hashOf('anew') })
  await append(anew.key, [signed('a')], 0)
  await append(anew.key, [{ type: 'stopped', reason: 'givenUp' }], 0)
  const again = await storeBatch({ mode: 'one', genesis: hashOf('anew') })
  await append(again.key, [signed('a')], 0)
  expect((await stateOf(again.key)).transactions).toHaveLength(1)
})
