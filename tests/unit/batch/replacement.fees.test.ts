import { serializeTransaction, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasRoom, replacementFees } from '@/lib/batch/replacement'
import type { FrozenTerms } from '@/lib/batch/freeze'
import type { Fees } from '@/lib/db'
import { alice } from '../accounts'
import { makeBatch } from './batches'

const rawAt = (most: bigint, tip: bigint): Hex =>
  serializeTransaction({
    type: 'eip1559',
    chainId: 31337,
    gas: 21_000n,
    maxFeePerGas: most,
    maxPriorityFeePerGas: tip,
  })

const rawAtPrice = (gasPrice: bigint): Hex =>
  serializeTransaction({ type: 'legacy', chainId: 31337, gas: 21_000n, gasPrice })

const fees = (most: number, tip: number): Fees => ({
  maxFeePerGas: `0x${most.toString(16)}`,
  maxPriorityFeePerGas: `0x${tip.toString(16)}`,
})

/** A batch approved at 1,000 wei per gas, whose lock holds the coin: it has room up to 2,000. */
const held: Partial<FrozenTerms> = {
  mode: 'atomic',
  locks: [{ to: alice, value: '0x1', data: '0x' }],
}

type Replaced = { raw?: Hex; kind?: 'call' | 'cancel'; terms?: Partial<FrozenTerms> }

const feesOf = (
  now: Fees,
  { raw = rawAt(1_000n, 100n), kind = 'call', terms = held }: Replaced = {},
) => replacementFees(makeBatch(terms), { kind, raw }, now)

describe('a replacement that a lock leaves room for', () => {
  test('pays what the network asks up to the room, and no more than that', () => {
    expect(feesOf(fees(1_999, 200))).toEqual(fees(1_999, 200))
    expect(feesOf(fees(2_000, 200))).toEqual(fees(2_000, 200))
    expect(feesOf(fees(2_001, 200))).toEqual(fees(2_000, 200))
    expect(feesOf(fees(9_000, 9_000))).toEqual(fees(2_000, 2_000))
  })

  test('pays a gas price up to the room, and no more than that', () => {
    const terms = { ...held, fees: { gasPrice: '0x3e8' } as const }
    const raw = rawAtPrice(1_000n)
    expect(feesOf({ gasPrice: '0x7d0' }, { raw, terms })).toEqual({ gasPrice: '0x7d0' })
    expect(feesOf({ gasPrice: '0x7d1' }, { raw, terms })).toEqual({ gasPrice: '0x7d0' })
  })

  test('pays its own bump also above the room, as no node would take less', () => {
    expect(feesOf(fees(9_000, 1), { raw: rawAt(2_000n, 80n) })).toEqual(fees(2_251, 91))
  })

  test('and that cancels pays whatever the network asks: it carries no lock', () => {
    expect(feesOf(fees(9_000, 300), { kind: 'cancel' })).toEqual(fees(9_000, 300))
  })
})

test('a replacement without a lock on the coin pays whatever the network asks', () => {
  expect(feesOf(fees(9_000, 300), { terms: { mode: 'atomic' } })).toEqual(fees(9_000, 300))
})

test('a replacement pays an eighth and one wei above what it paid, and no less than a tip', () => {
  expect(feesOf(fees(1, 1), { raw: rawAt(1_000n, 100n) })).toEqual(fees(1_126, 113))
  expect(feesOf(fees(1_126, 113))).toEqual(fees(1_126, 113))
  expect(feesOf(fees(1_127, 114))).toEqual(fees(1_127, 114))
  expect(feesOf(fees(1, 1_500))).toEqual(fees(1_500, 1_500))
})

test('a replacement of what was free pays one wei', () => {
  const free = serializeTransaction({ type: 'eip1559', chainId: 31337, gas: 21_000n })
  expect(feesOf(fees(0, 0), { raw: free })).toEqual(fees(1, 1))
  expect(feesOf({ gasPrice: '0x0' }, { raw: free })).toEqual({ gasPrice: '0x1' })
})

test('a gas price is raised by an eighth and one wei, or to what the network asks', () => {
  const raw = rawAtPrice(1_000n)
  expect(feesOf({ gasPrice: '0x1' }, { raw })).toEqual({ gasPrice: '0x466' })
  expect(feesOf({ gasPrice: '0x467' }, { raw })).toEqual({ gasPrice: '0x467' })
})

describe('there is room for one more bump', () => {
  /** 1,776 · 9 / 8 + 1 = 1,999; 1,777 → 2,000 and 1,778 → 2,001. */
  test.each([
    [true, 1_776n],
    [true, 1_777n],
    [false, 1_778n],
  ])('%s where %s was paid of 2,000', (has, paid) => {
    expect(hasRoom(makeBatch(held), { kind: 'call', raw: rawAt(paid, 1n) })).toBe(has)
  })

  test('always where no lock holds the coin, and for what cancels', () => {
    const raw = rawAt(1_000_000n, 1n)
    expect(hasRoom(makeBatch({ mode: 'atomic' }), { kind: 'call', raw })).toBe(true)
    expect(hasRoom(makeBatch(held), { kind: 'cancel', raw })).toBe(true)
  })
})
