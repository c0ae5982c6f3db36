import { decodeFunctionData, keccak256, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  authorizedBy,
  deadlineAt,
  lockedCalls,
  lockIndex,
  priceOf,
  signedEvent,
  siteIndex,
  transactionOf,
} from '@/lib/batch/batchTransaction'
import { encodeBatch } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import { checkAbi, checkCall } from '@/lib/lock/check'
import { hookCall } from '@/lib/lock/hooks'
import { alice, bob, stranger } from '../accounts'
import { makeBatch } from './batches'

const first = { to: stranger, value: '0x1', data: '0xab' } as const
const second = { to: bob, value: '0x2', data: '0x' } as const
const calls = [first, second]

const floor = { to: alice, value: '0x7', data: '0x' } as const
const check = checkCall(stranger, alice, [{ token: bob, least: 3n }])
const hook = hookCall(alice, { token: null, isDown: true, amount: 7n })

describe('fees', () => {
  test('of a gas price make a legacy transaction', () => {
    expect(priceOf({ gasPrice: '0x10' })).toEqual({ type: 'legacy', gasPrice: 16n })
  })

  test('with a tip make one of EIP-1559', () => {
    expect(priceOf({ maxFeePerGas: '0x10', maxPriorityFeePerGas: '0x2' })).toEqual({
      type: 'eip1559',
      maxFeePerGas: 16n,
      maxPriorityFeePerGas: 2n,
    })
  })
})

test('a deadline is ten minutes away, in whole seconds', () => {
  expect(deadlineAt(0)).toBe(600)
  expect(deadlineAt(1_999)).toBe(601)
  expect(deadlineAt(2_000)).toBe(602)
})

/** The deadline in a check's data. */
const deadlineIn = (data: `0x${string}`) => decodeFunctionData({ abi: checkAbi, data }).args[2]

describe('the calls of an atomic batch', () => {
  test('are those of the site where nothing is locked', () => {
    expect(lockedCalls({ calls })).toEqual(calls)
  })

  test('have the locks behind them, with their deadline', () => {
    const all = lockedCalls({ calls, locks: [floor, check] }, 77)
    expect(all.slice(0, 3)).toEqual([...calls, floor])
    expect(all).toHaveLength(4)
    expect(deadlineIn(all[3]?.data ?? '0x')).toBe(77n)
  })

  test('have what the locks compare with before them', () => {
    const all = lockedCalls({ calls, locks: [hook, check] }, 77)
    expect(all.map(({ to }) => to)).toEqual([hook.to, stranger, bob, hook.to, stranger])
  })
})

describe('a call among all of a batch', () => {
  const numbered = (locks: (typeof floor)[] | undefined) =>
    [-1, 0, 1, 2, 3, 4, 5].map((index) => [
      siteIndex(calls, locks, index),
      lockIndex(calls, locks, index),
    ])

  test('is one of the site’s where nothing is locked', () => {
    expect(numbered(undefined)).toEqual([
      [null, null],
      [0, null],
      [1, null],
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  test('is one of the site’s, or one of the locks behind them', () => {
    expect(numbered([floor, floor])).toEqual([
      [null, null],
      [0, null],
      [1, null],
      [null, 0],
      [null, 1],
      [null, null],
      [null, null],
    ])
  })

  test('is none of either before them', () => {
    const locks = [hook, check]
    expect([0, 1, 2, 3, 4, 5].map((index) => siteIndex(calls, locks, index))).toEqual([
      null,
      0,
      1,
      null,
      null,
      null,
    ])
    expect([0, 1, 2, 3, 4, 5].map((index) => lockIndex(calls, locks, index))).toEqual([
      null,
      null,
      null,
      0,
      1,
      null,
    ])
  })
})

describe('the transaction to sign', () => {
  const priced = { type: 'eip1559', maxFeePerGas: 1_000n, maxPriorityFeePerGas: 100n } as const

  test('for a call in order is that call with its own gas', () => {
    const batch = makeBatch({ mode: 'sequence', calls, gas: ['0x10', '0x20'] })
    expect(transactionOf(batch, 1, 9)).toEqual({
      ...priced,
      to: bob,
      value: 2n,
      data: '0x',
      chainId: 31337,
      nonce: 9,
      gas: 32n,
    })
  })

  test('for an atomic batch sends all calls to the account itself, and no coin', () => {
    const batch = makeBatch({ mode: 'atomic', calls })
    expect(transactionOf(batch, 0, 9)).toEqual({
      ...priced,
      to: alice,
      value: 0n,
      data: encodeBatch(calls, executor),
      chainId: 31337,
      nonce: 9,
      gas: 21_000n,
    })
  })

  test('for a locked batch has its locks until the deadline', () => {
    const locks = [floor, check]
    const { data } = transactionOf(makeBatch({ mode: 'atomic', calls, locks }), 0, 9, {
      deadline: 77,
    })
    expect(data).toBe(encodeBatch(lockedCalls({ calls, locks }, 77), executor))
  })

  test('for a locked batch is none without a deadline', () => {
    const batch = makeBatch({ mode: 'atomic', calls, locks: [check] })
    expect(() => transactionOf(batch, 0, 9)).toThrow('the locks have no deadline')
    expect(() => transactionOf(batch, 0, 9, { deadline: 0 })).not.toThrow()
  })

  test('has the fees that it is given in place of its batch’s', () => {
    const fees = { gasPrice: '0x7' } as const
    expect(transactionOf(makeBatch({ mode: 'one' }), 0, 9, { fees })).toMatchObject({
      type: 'legacy',
      gasPrice: 7n,
    })
  })

  test('is none for a call that the batch does not have', () => {
    const without = 'the batch has no such transaction'
    expect(() => transactionOf(makeBatch(), 2, 9)).toThrow(without)
    // An atomic batch has gas for its first call alone.
    expect(() => transactionOf(makeBatch({ mode: 'atomic' }), 1, 9)).toThrow(without)
    expect(() => transactionOf(makeBatch({ mode: 'one', calls: [] }), 0, 9)).toThrow(without)
  })
})

describe('an authorization is for', () => {
  test('the executor of a batch', () => {
    expect(authorizedBy(makeBatch({ mode: 'atomic' }))).toBe(executor)
  })

  test('nobody where there is none', () => {
    expect(authorizedBy(makeBatch({ mode: 'one' }))).toBeNull()
  })

  test('the zero address where the delegate is taken off', () => {
    expect(authorizedBy(makeBatch({ mode: 'one', revokes: executor }))).toBe(zeroAddress)
  })
})

test('signed bytes are kept under their hash', () => {
  const about = { index: 1, kind: 'cancel', nonce: 5, upgrade: true, deadline: 7 } as const
  expect(signedEvent('0x1234', about)).toEqual({
    type: 'signed',
    ...about,
    hash: keccak256('0x1234'),
    raw: '0x1234',
  })
})
