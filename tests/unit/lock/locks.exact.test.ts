import { numberToHex, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Change, Held, Lock } from '@/lib/db/outcome'
import { enforcers } from '@/lib/lock/hooks'
import { leastOf, noCost } from '@/lib/lock/least'
import { boundIn, itemIn, leastsOf, resetIn } from '@/lib/lock/lockReading'
import { locksOf } from '@/lib/lock/locks'
import { alice, bob, stranger } from '../accounts'

const token: Address = '0x00000000000000000000000000000000000070c3'

const coin: Held = { asset: { standard: 'native' }, had: numberToHex(10_000n) }
const out: Held = { asset: { standard: 'ERC20', address: bob }, had: numberToHex(500n) }
const into: Held = { asset: { standard: 'ERC20', address: stranger }, had: '0x0' }
const plot: Held = {
  asset: { standard: 'ERC721', address: token, tokenId: '0x7' },
  had: '0x0',
}
const stock: Held = {
  asset: { standard: 'ERC1155', address: token, tokenId: '0x8' },
  had: '0x5',
}
const plots: Held = { asset: { standard: 'collection', address: token }, had: '0x3' }

const changeOf = ({ asset }: Held, direction: Change['direction'], amount: bigint): Change => {
  if (asset.standard === 'collection') throw new Error('a collection does not change by itself')
  return { asset, direction, amount: numberToHex(amount) }
}

const changes = [
  changeOf(coin, 'in', 1_000n),
  changeOf(out, 'out', 200n),
  changeOf(into, 'in', 1_000n),
  changeOf(plot, 'in', 1n),
  changeOf(stock, 'out', 2n),
]

const lock: Lock = {
  router: bob,
  checkers: [],
  holds: [coin, out, into, plot, stock, plots],
  l1Fee: '0x64',
  left: 0,
  resets: [{ standard: 'ERC20', token: bob, spender: stranger }],
}
const exact: Lock = { ...lock, isExact: true }
const dear = { gas: ['0x3e8'], fees: { gasPrice: '0x2' } } as const

const kinds = (locks: ReturnType<typeof locksOf>) =>
  locks.map((one) => {
    if (one.value !== '0x0') return 'pay'
    if (resetIn(one)) return 'reset'
    if (itemIn(one)) return 'item'
    return boundIn(one) ? 'change' : 'check'
  })

test('the usual form pays the coin and checks each balance, and looks at no change', () => {
  const locks = locksOf(lock, alice, changes, dear)
  expect(kinds(locks)).toEqual(['reset', 'item', 'item', 'pay', 'check'])
  expect(leastsOf(locks.at(-1) ?? { to: null, value: '0x0', data: '0x' })).toEqual([
    { token: bob, least: 298n },
    { token: stranger, least: 995n },
    { token, least: 4n },
  ])
})

describe('the exact form', () => {
  const locks = locksOf(exact, alice, changes, dear)

  test('pays nothing, and checks the count of a collection alone', () => {
    expect(kinds(locks)).toEqual(['reset', 'item', 'item', 'change', 'change', 'change', 'check'])
    expect(leastsOf(locks.at(-1) ?? { to: null, value: '0x0', data: '0x' })).toEqual([
      { token, least: 4n },
    ])
  })

  test('compares the coin and tokens, each by its enforcer and with its tolerance, fees left out', () => {
    expect(locks.flatMap((one) => boundIn(one) ?? [])).toEqual([
      { token: null, isDown: false, amount: 995n },
      { token: bob.toLowerCase(), isDown: true, amount: 202n },
      { token: stranger, isDown: false, amount: 995n },
    ])
    const hooks = locks.filter(boundIn)
    expect(hooks.map(({ to }) => to)).toEqual([enforcers.native, enforcers.ERC20, enforcers.ERC20])
  })

  test('allows what does not change to lose nothing', () => {
    const [hook] = locksOf({ ...exact, holds: [out], resets: [] }, alice, [], dear)
    expect(hook && boundIn(hook)).toMatchObject({ isDown: true, amount: 0n })
  })

  test('never demands that there be less than nothing', () => {
    const all = [changeOf(out, 'out', 500n)]
    const [hook] = locksOf({ ...exact, holds: [out], resets: [] }, alice, all, dear)
    expect(hook && boundIn(hook)).toMatchObject({ isDown: true, amount: 500n })
  })
})

test('items that all leave are not asked for, and resets alone keep the deadline', () => {
  const gone = [changeOf(stock, 'out', 5n)]
  const only = { ...lock, holds: [stock] }
  expect(kinds(locksOf(only, alice, gone, noCost))).toEqual(['reset', 'check'])
  expect(locksOf({ ...only, resets: [] }, alice, gone, noCost)).toEqual([])
})

test('where nobody of the account’s pays for gas, an L1 fee alone is allowed for', () => {
  expect(leastOf(lock, coin, [], noCost)).toBe(10_000n - 200n)
  expect(leastOf(exact, coin, [], dear)).toBe(10_000n)
})
