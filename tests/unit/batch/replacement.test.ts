import { numberToHex, parseTransaction, serializeTransaction, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { offerReplacement, replacementEvents, toReplace } from '@/lib/batch/replacement'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { fold } from '@/lib/batch/state'
import type { Fees } from '@/lib/db'
import { emptyDatabase } from '../database'
import { stranger } from '../accounts'
import { did, makeBatch } from './batches'
import { low, out, priceOn, revoking, types } from './runnerHarness'

beforeEach(emptyDatabase)

/** Gas price that a hijacked node states: 0.01 coin per gas. */
const robbery: Fees = {
  maxFeePerGas: numberToHex(10n ** 16n),
  maxPriorityFeePerGas: numberToHex(10n ** 16n),
}

const costOf = (raw: Hex) => {
  const { gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(raw)
  return gas * (maxFeePerGas ?? gasPrice ?? 0n)
}

describe('nothing is signed above the ceiling that the user saw', () => {
  test.each(['same', 'cancel'] as const)('%s', async (by) => {
    const { chain, runner, batch } = await out()
    const [first] = (await stateOf(batch.key)).transactions
    const price = await priceOn(runner, batch.key, by)
    if (!first || !price) throw new Error('nothing is out')
    const act = (agreed: typeof price) =>
      by === 'same'
        ? runner.speedUp(batch.key, first.hash, agreed)
        : runner.cancel(batch.key, agreed)
    const less = numberToHex(BigInt(price.ceiling) - 1n)
    chain.signatures = 0
    await expect(act({ ...price, ceiling: less })).rejects.toThrow('more than was agreed')
    await expect(act({ ...price, fees: robbery })).rejects.toThrow('more than was agreed')
    expect(chain.signatures).toBe(0)
    expect(chain.sent).toHaveLength(1)
    expect(await act(price)).toBe('done')
    expect(costOf(chain.sent[1] ?? '0x')).toBe(BigInt(price.ceiling))
  })

  test('and not one of two cancellations whose sum is above it', async () => {
    const { chain, world, batch } = await out({ mode: 'sequence' })
    const state = await stateOf(batch.key)
    const [first] = toReplace(state, 'cancel')
    if (!first) throw new Error('nothing is out')
    const second = { ...first, index: 1, nonce: 6 }
    const one = offerReplacement(batch, [first], low)
    const both = offerReplacement(batch, [first, second], low)
    expect(BigInt(both.ceiling)).toBe(2n * BigInt(one.ceiling))
    expect(both.before).toBe(2n * costOf(first.raw))
    chain.signatures = 0
    const sign = ({ ceiling }: typeof one) =>
      replacementEvents(world, batch, [first, second], { fees: low, ceiling })
    await expect(sign(one)).rejects.toThrow('more than was agreed')
    expect(chain.signatures).toBe(0)
    expect(await sign(both)).toMatchObject([{ nonce: 5 }, { nonce: 6 }])
  })

  test('also where the node names another fee by then: it is not asked again', async () => {
    const { chain, runner, batch } = await out()
    const price = await priceOn(runner, batch.key, 'cancel')
    chain.asked.length = 0
    expect(await runner.cancel(batch.key, price)).toBe('done')
    expect(chain.asked.filter((method) => /fee|gas|price/i.test(method))).toEqual([])
  })
})

test('without a price, a cancellation only stops what is not signed', async () => {
  const { chain, runner, batch } = await out({ mode: 'sequence' })
  expect(await runner.cancel(batch.key)).toBe('no price')
  expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'stopped'])
  expect(chain.sent).toHaveLength(1)
})

test('nothing open has no price', async () => {
  const { runner, batch } = await out()
  await runner.cancel(batch.key, await priceOn(runner, batch.key, 'cancel'))
  expect(await runner.price(batch.key, 'cancel')).toBe('too late')
  expect(await runner.price(batch.key, 'same')).not.toBe('too late')
})

describe('the coin that is sent again', () => {
  const raw = serializeTransaction({ type: 'eip1559', chainId: 1, gas: 21_000n, maxFeePerGas: 1n })
  const coin = { to: stranger, value: '0x5', data: '0x' } as const
  const token = { to: stranger, value: '0x5', data: '0x01' } as const

  test.each<[string, Partial<FrozenTerms>, 'same' | 'cancel', bigint | undefined]>([
    ['one payment', { mode: 'one', calls: [coin] }, 'same', 5n],
    ['a call with data', { mode: 'one', calls: [token] }, 'same', undefined],
    ['all of a batch at once', { mode: 'atomic', calls: [coin, coin] }, 'same', 10n],
    ['one of which has data', { mode: 'atomic', calls: [coin, token] }, 'same', undefined],
    ['the first in order', { mode: 'sequence', calls: [coin, token] }, 'same', 5n],
    ['a cancellation', { mode: 'one', calls: [coin] }, 'cancel', undefined],
    ['a revocation', revoking, 'same', undefined],
    ['a deployment', { mode: 'one', calls: [{ ...coin, to: null }] }, 'same', undefined],
  ])('%s', (_, terms, by, sent) => {
    const batch = makeBatch(terms)
    const [first] = toReplace(fold([did.signed('a', 0, { raw })]), by)
    if (!first) throw new Error('nothing is out')
    expect(offerReplacement(batch, [first], low).sent).toBe(sent)
  })
})
