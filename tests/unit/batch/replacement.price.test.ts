import { serializeTransaction, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { offerReplacement, toReplace } from '@/lib/batch/replacement'
import { fold } from '@/lib/batch/state'
import { burnCall } from '@/lib/sponsor/operationOutcome'
import type { Fees } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { stranger } from '../accounts'
import { did, hashOf, makeBatch } from './batches'
import { operated, sponsored } from './sponsoredBatches'

const fees = (most: number, tip: number): Fees => ({
  maxFeePerGas: `0x${most.toString(16)}`,
  maxPriorityFeePerGas: `0x${tip.toString(16)}`,
})

const rawAt = (most: bigint, gas = 21_000n): Hex =>
  serializeTransaction({
    type: 'eip1559',
    chainId: 31337,
    gas,
    maxFeePerGas: most,
    maxPriorityFeePerGas: 1n,
  })

const batch = makeBatch({ mode: 'one' })
const at = (most: bigint, name = 'a', index = 0): Event =>
  did.signed(name, index, { raw: rawAt(most), nonce: 5 + index })

const replacedBy = (by: 'same' | 'cancel', ...events: Event[]) => toReplace(fold(events), by)

const failed = (name: string): Event => did.sealed(name, { status: '0x0' }, false)
const burn = (name: string): Event => did.signed(name, 0, { kind: 'cancel', raw: rawAt(1n) })

describe('what is replaced', () => {
  test('is the first open one by its like, and each open call by a cancellation', () => {
    const open = [at(1n, 'a'), at(1n, 'b', 1)]
    expect(replacedBy('same', ...open)).toMatchObject([{ hash: hashOf('a'), kind: 'call' }])
    expect(replacedBy('cancel', ...open)).toMatchObject([
      { hash: hashOf('a'), kind: 'cancel', failures: 0 },
      { hash: hashOf('b'), kind: 'cancel', failures: 0 },
    ])
  })

  test('is nothing where all is in a block', () => {
    const done = [at(1n), did.included('a')]
    expect(replacedBy('same', ...done)).toEqual([])
    expect(replacedBy('cancel', ...done)).toEqual([])
  })

  test('is no cancellation that is out already, which is sped up', () => {
    const out = [at(1n), did.signed('b', 0, { kind: 'cancel', raw: rawAt(2n) })]
    expect(replacedBy('cancel', ...out)).toEqual([])
    expect(replacedBy('same', ...out)).toMatchObject([{ hash: hashOf('b'), kind: 'cancel' }])
  })

  test('has more gas for each cancellation of an operation that reverted', () => {
    const tried = (...more: Event[]) => replacedBy('cancel', operated('o'), ...more)
    expect(tried()).toMatchObject([{ kind: 'cancel', failures: 0 }])
    expect(tried(burn('b'), failed('b'))).toMatchObject([{ failures: 1 }])
    expect(tried(burn('b'), failed('b'), burn('c'), failed('c'))).toMatchObject([{ failures: 2 }])
  })
})

const offer = (by: 'same' | 'cancel', now: Fees, ...events: Event[]) =>
  offerReplacement(batch, replacedBy(by, ...events), now)

describe('a price', () => {
  test('is at most the gas limit at the bumped fee, and says what the old one could cost', () => {
    expect(offer('same', fees(1, 1), at(1_000n))).toEqual({
      fees: fees(1, 1),
      ceiling: `0x${(21_000 * 1_126).toString(16)}`,
      before: 21_000_000n,
      price: 1_126n,
      sent: 1n,
      written: { data: ['0x'], upgrade: false },
    })
  })

  test('of a cancellation is that of 100,000 gas', () => {
    expect(offer('cancel', fees(1, 1), at(1_000n))).toEqual({
      fees: fees(1, 1),
      ceiling: `0x${(100_000 * 1_126).toString(16)}`,
      before: 21_000_000n,
      price: 1_126n,
      sent: undefined,
      written: { data: ['0x'], upgrade: false },
    })
  })

  test('of one gas is the highest of all, and never below what the network asks', () => {
    const both = [at(1_000n, 'a'), at(2_000n, 'b', 1)]
    expect(offer('cancel', fees(1, 1), ...both)).toMatchObject({
      price: 2_251n,
      before: 63_000_000n,
      ceiling: `0x${(100_000 * (1_126 + 2_251)).toString(16)}`,
    })
    expect(offer('cancel', fees(5_000, 1), ...both)).toMatchObject({ price: 5_000n })
  })

  test('is in a gas price where the network has no base fee', () => {
    const raw = serializeTransaction({
      type: 'legacy',
      chainId: 31337,
      gas: 30_000n,
      gasPrice: 1_000n,
    })
    const now = { gasPrice: '0x1' } as const
    expect(offer('cancel', now, did.signed('a', 0, { raw }))).toMatchObject({
      ceiling: `0x${(100_000 * 1_126).toString(16)}`,
      before: 30_000_000n,
      price: 1_126n,
    })
  })

  test('has what filling the gap below adds in its ceiling alone', () => {
    const replaced = replacedBy('same', at(1_000n))
    const filling = offerReplacement(batch, replaced, fees(1, 1), 5n)
    const plain = offerReplacement(batch, replaced, fees(1, 1))
    expect(BigInt(filling.ceiling) - BigInt(plain.ceiling)).toBe(5n)
    expect({ ...filling, ceiling: plain.ceiling }).toEqual(plain)
  })

  test('names the bytes of the transactions that fill the gap, which a rollup charges for', () => {
    const filling = offerReplacement(batch, replacedBy('cancel', at(1_000n)), fees(1, 1), 5n, 2)
    expect(filling.written.data).toEqual(['0x', '0x', '0x'])
  })

  test('says of calls in order what the one that is out sends', () => {
    const coin = (value: Hex) => ({ to: stranger, value, data: '0x' as const })
    const inOrder = makeBatch({ calls: [coin('0x1'), coin('0x2'), coin('0x4')] })
    const replaced = replacedBy('same', at(1_000n, 'b', 1))
    expect(offerReplacement(inOrder, replaced, fees(1, 1)).sent).toBe(2n)
  })

  test('of nothing is nothing', () => {
    expect(offerReplacement(batch, [], fees(7, 1))).toEqual({
      fees: fees(7, 1),
      ceiling: '0x0',
      before: 0n,
      price: 7n,
      sent: undefined,
      written: { data: [], upgrade: false },
    })
  })
})

describe('the price of cancelling a user operation, which costs the account nothing itself,', () => {
  const paid = makeBatch(sponsored)
  const priceAfter = (...events: Event[]) =>
    offerReplacement(paid, replacedBy('cancel', operated('o'), ...events), fees(7, 1))

  test('is at what the network asks, with nothing before', () => {
    expect(priceAfter()).toEqual({
      fees: fees(7, 1),
      ceiling: '0xaae60',
      before: 0n,
      price: 7n,
      sent: undefined,
      written: { data: [burnCall().data], upgrade: false },
    })
  })

  test('is for twice the gas after each cancellation that reverted', () => {
    expect(BigInt(priceAfter(burn('b'), failed('b')).ceiling)).toBe(1_400_000n)
    const twice = priceAfter(burn('b'), failed('b'), burn('c'), failed('c'))
    expect(BigInt(twice.ceiling)).toBe(2_800_000n)
  })
})
