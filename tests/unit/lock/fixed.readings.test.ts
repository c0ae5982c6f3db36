import { describe, expect, test, vi } from 'vitest'
import type { Call } from '@/lib/db'
import type { Change } from '@/lib/db/outcome'
import type { DecodedCall } from '@/lib/decode/reading'
import { fixedBy } from '@/lib/lock/fixed'
import { alice, bob, stranger } from '../accounts'
import { usdc, weth } from '../decode/encode'

const call: Call = { to: stranger, value: '0x0', data: '0x12345678' }
const coin: Change['asset'] = { standard: 'native' }
const dollars: Change['asset'] = { standard: 'ERC20', address: usdc }
const ether: Change['asset'] = { standard: 'ERC20', address: weth }

const known = {
  isGuess: false,
  standard: null,
  signature: null,
  args: [],
  deadline: null,
} as const

const paid: DecodedCall = {
  ...known,
  kind: 'transfer',
  token: usdc,
  from: alice,
  to: bob,
  amount: '0x3',
  unit: 'amount',
}
const back: DecodedCall = {
  ...known,
  kind: 'unwrap',
  token: weth,
  amount: '0x9',
  isLeast: false,
  to: alice,
}
const swap: DecodedCall = {
  ...known,
  kind: 'swap',
  give: usdc,
  giveAmount: '0x5',
  isGiveMost: false,
  get: weth,
  getAmount: '0x2',
  isGetLeast: true,
  to: alice,
}
const wrap: DecodedCall = { ...known, kind: 'wrap', token: weth, amount: '0x7', to: alice }
const unknown: DecodedCall = { ...known, kind: 'unknown', name: '0x12345678', bytes: 4 }

const within = (...readings: DecodedCall[]): DecodedCall => ({
  ...known,
  kind: 'multicall',
  steps: readings.map((reading) => ({
    from: alice,
    to: stranger,
    value: '0x0',
    mayFail: false,
    reading,
  })),
})

/** Returns the amount that one call with this reading fixes. */
const fixed = (asset: Change['asset'], direction: Change['direction'], reading: DecodedCall) =>
  fixedBy({ asset, direction }, { calls: [call], from: alice, read: () => reading })

test('calls within a call count as those beside it', () => {
  expect(fixed(dollars, 'out', within(paid, within(paid), unknown))).toBe(6n)
  expect(fixed(ether, 'in', within(swap, wrap))).toBe(9n)
  expect(fixed(coin, 'in', within(back, back))).toBe(18n)
})

test('one of several amounts that the data leave open leaves the sum open', () => {
  expect(fixed(ether, 'in', within(wrap, { ...swap, getAmount: null }))).toBeUndefined()
  expect(fixed(dollars, 'out', within(paid, { ...swap, giveAmount: null }))).toBeUndefined()
})

test('an amount of nothing is one', () => {
  expect(fixed(dollars, 'out', { ...paid, amount: '0x0' })).toBe(0n)
})

describe('a token that the data do not name is not the one that is asked for:', () => {
  test.each<[string, Change['asset'], Change['direction'], DecodedCall]>([
    ['of a swap, what it gets', ether, 'in', { ...swap, get: null }],
    ['of a swap, what it gives', dollars, 'out', { ...swap, give: null }],
    ['what is wrapped', ether, 'in', { ...wrap, token: null }],
    ['what is given back', ether, 'out', { ...back, token: null }],
    ['what is given back as coin', coin, 'in', { ...back, token: null }],
  ])('%s', (_, asset, direction, reading) => {
    expect(fixed(asset, direction, reading)).toBeUndefined()
  })
})

describe('another kind of call fixes nothing:', () => {
  test.each<[string, Change['asset'], Change['direction'], DecodedCall]>([
    ['wrapping is no coin that arrives', coin, 'in', wrap],
    ['a payment is no coin that arrives', coin, 'in', { ...paid, token: 'native', to: alice }],
    ['what is given back is no token that arrives', ether, 'in', back],
    ['what is wrapped is no token that leaves', ether, 'out', wrap],
    [
      'what is paid to another does not arrive',
      dollars,
      'in',
      { ...paid, from: bob, to: stranger },
    ],
    [
      'another token that is collected does not arrive',
      ether,
      'in',
      { ...paid, from: bob, to: alice },
    ],
    ['another token that is paid does not leave', ether, 'out', paid],
    ['coin that is paid is no token', dollars, 'out', { ...paid, token: 'native' }],
    ['another token that is given back does not leave', dollars, 'out', back],
    ['another token that is wrapped does not arrive', dollars, 'in', wrap],
    ['a call without effect', dollars, 'out', { ...known, kind: 'none' }],
  ])('%s', (_, asset, direction, reading) => {
    expect(fixed(asset, direction, reading)).toBeUndefined()
  })
})

test('a deployment and a payment without data say nothing, and are not read', () => {
  const read = vi.fn(() => paid)
  const calls: Call[] = [
    { ...call, to: null },
    { ...call, value: '0x1', data: '0x' },
  ]
  const batch = { calls, from: alice, read }
  expect(fixedBy({ asset: dollars, direction: 'out' }, batch)).toBeUndefined()
  expect(read).not.toHaveBeenCalled()
})

test('an item with the address of a token has no amount, whatever the calls pay', () => {
  const item: Change['asset'] = { standard: 'ERC721', address: usdc, tokenId: '0x1' }
  expect(fixed(item, 'out', paid)).toBeUndefined()
  expect(fixed(item, 'in', { ...paid, from: bob, to: alice })).toBeUndefined()
})
