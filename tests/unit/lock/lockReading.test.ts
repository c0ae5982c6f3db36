import { concatHex, encodeFunctionData, pad, slice, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { permit2 } from '@/lib/decode/contracts'
import type { HeldItem, Reset } from '@/lib/db/outcome'
import { checkCall } from '@/lib/lock/check'
import { enforcers, hookCall, openingsOf, type Bound } from '@/lib/lock/hooks'
import { itemAbi, itemCall } from '@/lib/lock/itemCheck'
import { boundIn, itemIn, leastsOf, resetIn } from '@/lib/lock/lockReading'
import { resetAbi, resetCalls } from '@/lib/lock/resets'
import { alice, bob, stranger } from '../accounts'

const resets: Reset[] = [
  { standard: 'ERC20', token: stranger, spender: bob },
  { standard: 'Permit2', token: stranger, spender: bob },
  { standard: 'collection', token: stranger, spender: bob },
]

const items: HeldItem[] = [
  { standard: 'ERC721', address: stranger, tokenId: '0x7' },
  { standard: 'ERC1155', address: stranger, tokenId: '0x0' },
]

const bounds: Bound[] = [
  { token: stranger, isDown: false, amount: 5n },
  { token: stranger, isDown: true, amount: 0n },
  { token: null, isDown: false, amount: 2n ** 255n },
  { token: null, isDown: true, amount: 7n },
]

const readings = [leastsOf, resetIn, itemIn, boundIn]

/** Reads a lock in every way, in the order of `readings`. */
const readAs = (lock: Parameters<typeof leastsOf>[0]) => readings.map((reading) => reading(lock))

describe('each lock is read as what it is, and as nothing else:', () => {
  test.each(resets)('what is left of an allowance: $standard', (reset) => {
    const [lock = itemCall(alice, { standard: 'ERC721', address: bob, tokenId: '0x1' })] =
      resetCalls([reset])
    expect(readAs(lock)).toEqual([[], reset, undefined, undefined])
  })

  test.each(items)('an item of $standard', (item) => {
    const least = item.standard === 'ERC721' ? 1n : 40n
    expect(readAs(itemCall(alice, item, least))).toEqual([
      [],
      undefined,
      { item, least },
      undefined,
    ])
  })

  test.each(bounds)('a change of $token, down: $isDown, by $amount', (bound) => {
    expect(readAs(hookCall(alice, bound))).toEqual([[], undefined, undefined, bound])
  })

  test('the router’s check', () => {
    const leasts = [
      { token: bob, least: 3n },
      { token: stranger, least: 1n },
    ]
    expect(readAs(checkCall(bob, alice, leasts))).toEqual([leasts, undefined, undefined, undefined])
  })

  test('the payment of the coin', () => {
    const payment = { to: alice, value: '0x5', data: '0x' } as const
    expect(readAs(payment)).toEqual([[], undefined, undefined, undefined])
  })
})

const approve = (value: bigint): Hex =>
  encodeFunctionData({ abi: resetAbi, functionName: 'approve', args: [bob, value] })
const approveAll = (isApproved: boolean): Hex =>
  encodeFunctionData({ abi: resetAbi, functionName: 'setApprovalForAll', args: [bob, isApproved] })
const lockdown = (...pairs: { token: Address; spender: Address }[]): Hex =>
  encodeFunctionData({ abi: resetAbi, functionName: 'lockdown', args: [pairs] })

test.each<[string, Address | null, Hex]>([
  ['an allowance of one', stranger, approve(1n)],
  ['a right that is given', stranger, approveAll(true)],
  ['a lockdown elsewhere than at Permit2', stranger, lockdown({ token: stranger, spender: bob })],
  ['a lockdown of nothing', permit2, lockdown()],
  ['a deployment', null, approve(0n)],
  ['half of a call', stranger, slice(approve(0n), 0, 40)],
  ['no data', stranger, '0x'],
])('%s takes nothing back', (_, to, data) => {
  expect(resetIn({ to, data })).toBeUndefined()
})

const sends = (from: Address, to: Address): Hex =>
  encodeFunctionData({ abi: itemAbi, functionName: 'transferFrom', args: [from, to, 7n] })
const sendsSome = (from: Address, to: Address): Hex =>
  encodeFunctionData({
    abi: itemAbi,
    functionName: 'safeTransferFrom',
    args: [from, to, 7n, 1n, '0x'],
  })

test.each<[string, Address | null, Hex]>([
  ['an item that goes to another', stranger, sends(alice, bob)],
  ['items that come from another', stranger, sendsSome(bob, alice)],
  ['a deployment', null, sends(alice, alice)],
  ['half of a call', stranger, slice(sends(alice, alice), 0, 40)],
])('%s asks for no item', (_, to, data) => {
  expect(itemIn({ to, data })).toBeUndefined()
})

const hook = hookCall(alice, { token: null, isDown: false, amount: 5n })

test('what keeps the balance before demands no change, nor does a hook elsewhere or a deployment', () => {
  const others = [...openingsOf([hook]), { ...hook, to: stranger }, { ...hook, to: null }]
  expect(others.map(boundIn)).toEqual([undefined, undefined, undefined])
})

test('a hook is one at whichever of both enforcers, in whatever letters', () => {
  const to = enforcers.ERC20.toLowerCase() as Address
  expect(boundIn({ ...hook, to })).toEqual({ token: null, isDown: false, amount: 5n })
})

describe('what keeps the balances before the site’s calls', () => {
  test('is asked of the same enforcer in the same words, for each hook and for nothing else', () => {
    const [first = hook, second = hook] = bounds.map((bound) => hookCall(alice, bound))
    const others = [
      checkCall(bob, alice, []),
      itemCall(alice, { standard: 'ERC721', address: bob, tokenId: '0x1' }),
      // Another function of an enforcer, as its maker's framework calls it.
      { ...hook, data: concatHex(['0xa145832a', slice(hook.data, 4)]) },
      { ...hook, to: bob },
    ]
    expect(openingsOf([first, ...others, second])).toEqual(
      [first, second].map((one) => ({
        ...one,
        data: concatHex(['0xa145832a', slice(one.data, 4)]),
      })),
    )
    expect(openingsOf()).toEqual([])
  })

  test('names the account and the token, in the order in which the enforcer reads them', () => {
    const { to, value, data } = hookCall(alice, { token: stranger, isDown: true, amount: 255n })
    expect([to, value]).toEqual([enforcers.ERC20, '0x0'])
    const terms = concatHex(['0x01', stranger, alice, pad('0xff')]).toLowerCase()
    expect(data.toLowerCase()).toContain(terms.slice(2))
    expect(hook.to).toBe(enforcers.native)
    const ofCoin = concatHex(['0x00', alice, pad('0x05')]).toLowerCase()
    expect(hook.data.toLowerCase()).toContain(ofCoin.slice(2))
  })
})
