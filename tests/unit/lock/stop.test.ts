import { encodeErrorResult, parseAbi, type Address, type Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import type { Call } from '@/lib/db'
import type { Failed } from '@/lib/db/batchEvent'
import type { HeldItem, Reset } from '@/lib/db/outcome'
import { executorErrors } from '@/lib/delegate/encode'
import { checkCall, lockedUntil } from '@/lib/lock/check'
import { hookCall } from '@/lib/lock/hooks'
import { itemCall } from '@/lib/lock/itemCheck'
import { resetCalls } from '@/lib/lock/resets'
import { keptStop, stopOf, type Stop } from '@/lib/lock/stop'
import { listed } from '../../chain/delegates'
import { makeBatch } from '../batch/batches'
import { alice, bob, stranger } from '../accounts'

const router: Address = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
const reset: Reset = { standard: 'ERC20', token: stranger, spender: bob }
const item: HeldItem = { standard: 'ERC1155', address: stranger, tokenId: '0x7' }
const bound = { token: null, isDown: true, amount: 9n }
const unknown: Call = { to: bob, value: '0x0', data: '0x12345678' }
const leasts = [
  { token: bob, least: 3n },
  { token: stranger, least: 500n },
]

const locks = lockedUntil(
  [
    ...resetCalls([reset]),
    itemCall(alice, item, 40n),
    { to: alice, value: '0x5', data: '0x' },
    hookCall(alice, bound),
    unknown,
    checkCall(router, alice, leasts),
  ],
  1_700_000_000,
)

const call: Call = { to: bob, value: '0x1', data: '0xab' }
const batch = makeBatch({ mode: 'atomic', calls: [call, call], locks })

/** Revert data of the router: the condition that does not hold, from 0. */
const lacking = (at: number): Hex =>
  encodeErrorResult({
    abi: parseAbi(['error ExecutionFailed(uint256 commandIndex, bytes message)']),
    args: [BigInt(at), '0xa3281672'],
  })
const late: Hex = '0x5bf6f916'

/** Revert data of our executor, which names one of all calls: one keeps a balance, two are the site's, six are locks. */
const failed = (index: number, data: Hex = '0x1234'): Hex =>
  encodeErrorResult({
    abi: executorErrors,
    errorName: 'ExecuteError',
    args: [BigInt(index), data],
  })

const ofBob: Stop = { token: bob, least: '0x3' }
const ofToken: Stop = { token: stranger, least: '0x1f4' }

const nothing = () => Promise.resolve(undefined)

const conditions: [string, number, Hex, Stop | undefined][] = [
  ['an allowance that could not be taken back', 3, '0x1234', { reset }],
  ['an item', 4, '0x1234', { item, least: '0x28' }],
  ['the coin', 5, '0x1234', { token: null, least: '0x5' }],
  ['a change', 6, '0x1234', { bound: { token: null, isDown: true, amount: '0x9' } }],
  ['nothing that is known', 7, '0x1234', undefined],
  ['nothing that could be late', 7, late, undefined],
  ['the deadline', 8, late, { isLate: true }],
  ['the first token', 8, lacking(0), ofBob],
  ['the second token', 8, lacking(1), ofToken],
  ['a token that there is none of', 8, lacking(2), undefined],
  ['a check that says nothing', 8, '0x', undefined],
]

describe('what stopped a batch', () => {
  test.each(conditions)('is %s', async (_, index, data, stop) => {
    expect(await stopOf(batch, { again: failed(index, data) }, nothing)).toEqual(stop)
  })

  test.each<[string, number, 'call' | undefined]>([
    ['the call that keeps a balance: nobody can tell', 0, undefined],
    ['the first call of the site', 1, 'call'],
    ['its last', 2, 'call'],
    ['a call that there is none of', 9, undefined],
  ])('is %s', async (_, index, stop) => {
    expect(await stopOf(batch, { again: failed(index) }, nothing)).toBe(stop)
  })

  test('is unknown where no data name a call', async () => {
    expect(await stopOf(batch, { again: '0x1234' }, nothing)).toBeUndefined()
    expect(await stopOf(batch, {}, nothing)).toBeUndefined()
  })

  test('without locks is a call of the site or nothing', async () => {
    const bare = makeBatch({ mode: 'atomic', calls: [call, call] })
    expect(await stopOf(bare, { again: failed(1) }, nothing)).toBe('call')
    expect(await stopOf(bare, { again: failed(2) }, nothing)).toBeUndefined()
  })

  test('is first what a trace names, then what our executor said, then what runs again say', async () => {
    const all = { named: failed(3), traced: failed(4), again: failed(1), late: failed(5) }
    expect(await stopOf(batch, all, nothing)).toEqual({ reset })
    const { named: _, ...untraced } = all
    expect(await stopOf(batch, untraced, nothing)).toEqual({ item, least: '0x28' })
    const foreign = { ...batch, delegate: listed.metaMask }
    expect(await stopOf(foreign, untraced, nothing)).toBe('call')
    expect(await stopOf(foreign, { late: failed(5) }, nothing)).toMatchObject({ token: null })
    // Data that say nothing leave it to the next.
    expect(await stopOf(batch, { ...all, named: '0x1234' }, nothing)).toMatchObject({ item })
  })
})

describe('what there would have been without the lock', () => {
  const said = async (again: Hex | undefined, found: Hex | undefined) => {
    const would = vi.fn((_: Address) => Promise.resolve(found))
    const stop = await stopOf(batch, { named: failed(8, lacking(1)), again }, would)
    return { stop, asked: would.mock.calls }
  }
  const same = failed(8, lacking(1))

  test('is asked for the token, and said where it is less than was demanded', async () => {
    const { stop, asked } = await said(same, '0x1f3')
    expect(stop).toEqual({ ...ofToken, would: '0x1f3' })
    expect(asked).toEqual([[stranger]])
  })

  test.each([undefined, '0x1f4', '0xffff'] as const)(
    'is not said where it is %s',
    async (found) => {
      expect((await said(same, found)).stop).toEqual(ofToken)
    },
  )

  test.each<[string, Hex | undefined]>([
    ['nothing', undefined],
    ['another token', failed(8, lacking(0))],
    ['the coin', failed(5)],
    ['an item', failed(4)],
    ['a call of the site', failed(1)],
    ['what nobody can tell', '0x1234'],
  ])('is not asked where the block before was stopped by %s', async (_, again) => {
    const { stop, asked } = await said(again, '0x1')
    expect(stop).toEqual(ofToken)
    expect(asked).toEqual([])
  })

  test.each([3, 4, 5, 6])('is not asked of lock %i, which is of no token', async (index) => {
    const would = vi.fn(() => Promise.resolve<Hex>('0x1'))
    await stopOf(batch, { named: failed(index), again: failed(index) }, would)
    expect(would).not.toHaveBeenCalled()
  })
})

describe('what an event keeps of a lock that stopped its batch', () => {
  const kept = (lock: number | undefined, reason: Failed['reason']) =>
    keptStop({ locks }, { index: null, reason, ...(lock === undefined ? {} : { lock }) })

  test.each(conditions)('names %s', (_, index, data, stop) => {
    expect(kept(index - 3, { why: 'reverted', data, size: 2 })).toEqual(stop)
  })

  test('names the deadline only where it says so', () => {
    expect(kept(5, { why: 'all gas' })).toBeUndefined()
    expect(kept(2, { why: 'all gas' })).toEqual({ token: null, least: '0x5' })
  })

  test('is nothing without a lock, or for one that there is none of', () => {
    expect(kept(undefined, { why: 'reverted', data: late, size: 4 })).toBeUndefined()
    expect(kept(6, { why: 'reverted', data: late, size: 4 })).toBeUndefined()
    expect(keptStop({}, { index: null, reason: { why: 'all gas' }, lock: 0 })).toBeUndefined()
  })
})
