import { numberToHex } from 'viem'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Change, Held, Lock } from '@/lib/db/outcome'
import { lockFloor } from '@/lib/lock/lockFloor'
import { leastOf } from '@/lib/lock/least'
import { locksOf } from '@/lib/lock/locks'
import { leastsOf } from '@/lib/lock/lockReading'
import { alice, bob } from '../accounts'

const asset = { standard: 'ERC20', address: bob } as const
const held = (had: bigint, fixed?: bigint): Held => ({
  asset,
  had: numberToHex(had),
  ...(fixed === undefined ? {} : { fixed: numberToHex(fixed) }),
})
const change = (direction: Change['direction'], amount: bigint): Change => ({
  asset,
  direction,
  amount: numberToHex(amount),
})

describe('the least that must be left', () => {
  test.each([
    ['what does not move stays', held(7n), undefined, 7n],
    ['half a percent less may arrive', held(1_000n), change('in', 10_000n), 10_950n],
    ['half a percent more may leave', held(10_000n), change('out', 1_000n), 8_995n],
    ['two units for what a token rounds', held(100n), change('in', 10n), 108n],
    ['never less than nothing arrives', held(100n), change('in', 1n), 100n],
    ['exactly what the calls pay', held(10_000n, 1_000n), change('out', 1_000n), 9_000n],
    ['exactly what the calls collect', held(0n, 10_000n), change('in', 10_000n), 10_000n],
    ['the tighter of two minima', held(0n, 9_990n), change('in', 10_000n), 9_990n],
    ['the tighter of two minima, ours', held(0n, 1n), change('in', 10_000n), 9_950n],
    // A token that takes more than the calls say would else be stopped each time.
    ['a bound that was not kept is none', held(10_000n, 900n), change('out', 1_000n), 8_995n],
    ['a minimum that was not kept is none', held(0n, 11_000n), change('in', 10_000n), 9_950n],
    ['all that there is may leave', held(1_000n), change('out', 1_000n), -5n],
  ])('%s', (_, one, moved, least) => {
    expect(lockFloor(one, moved)).toBe(least)
  })

  test.each([
    [0, 10_998n],
    [10, 10_900n],
    [30, 10_700n],
  ] as const)('%i thousandths less may arrive where the user wants that', (tolerance, least) => {
    expect(lockFloor(held(1_000n), change('in', 10_000n), tolerance)).toBe(least)
  })

  test.each([
    [199n, 199n],
    [200n, 199n],
    [399n, 398n],
    [400n, 398n],
  ])(
    'of %i items that arrive, %i, as no item is to spare before the tolerance makes up one',
    (amount, least) => {
      const items: Held = {
        asset: { standard: 'ERC1155', address: bob, tokenId: '0x1' },
        had: '0x7',
      }
      expect(lockFloor(items, change('in', amount))).toBe(7n + least)
      expect(lockFloor(items, change('out', amount))).toBe(7n - (2n * amount - least))
    },
  )

  test('is always met by what was accepted, and never by one percent less', () => {
    const amount = fc.bigInt(1_000n, 2n ** 200n)
    fc.assert(
      fc.property(amount, amount, fc.option(amount), (had, size, fixed) => {
        const one = held(had, fixed ?? undefined)
        expect(lockFloor(one, change('in', size))).toBeLessThanOrEqual(had + size)
        expect(lockFloor(one, change('in', size))).toBeGreaterThan(had + (size * 99n) / 100n)
        expect(lockFloor(one, change('out', size))).toBeLessThanOrEqual(had - size)
        expect(lockFloor(one, change('out', size))).toBeGreaterThan(had - (size * 101n) / 100n - 1n)
      }),
    )
  })
})

describe('locks', () => {
  const coin: Held = { asset: { standard: 'native' }, had: '0x2710' }
  const lock: Lock = {
    router: bob,
    checkers: [],
    holds: [coin, held(500n), held(0n)],
    l1Fee: '0x64',
    left: 0,
  }
  const cost = { gas: ['0x3e8'], fees: { gasPrice: '0x2' } } as const

  test('the coin’s floor allows for twice the highest fee, and for an L1 fee that doubles', () => {
    expect(leastOf(lock, coin, [], cost)).toBe(10_000n - 4_000n - 200n)
  })

  test('the coin is paid first, and the check that only reads runs last', () => {
    const locks = locksOf(lock, alice, [], cost)
    expect(locks.map(({ to, value }) => [to, Number(value)])).toEqual([
      [alice, 5_800],
      [bob, 0],
    ])
    expect(leastsOf(locks[1] ?? { to: bob, value: '0x0', data: '0x' })).toEqual([
      { token: bob, least: 500n },
    ])
  })

  test('of an item one is left, and of a collection what there was, with what comes and goes', () => {
    const item = { standard: 'ERC721', address: bob, tokenId: '0x1' } as const
    const other = { standard: 'ERC721', address: alice, tokenId: '0x1' } as const
    const collection: Held = { asset: { standard: 'collection', address: bob }, had: '0x5' }
    const moves: Change[] = [
      { asset: item, direction: 'in', amount: '0x1' },
      { asset: { ...item, tokenId: '0x2' }, direction: 'in', amount: '0x1' },
      { asset: { ...item, tokenId: '0x3' }, direction: 'out', amount: '0x1' },
      { asset: other, direction: 'in', amount: '0x1' },
      change('in', 7n),
    ]
    expect(leastOf(lock, { asset: item, had: '0x9' }, moves, cost)).toBe(1n)
    expect(leastOf(lock, collection, moves, cost)).toBe(6n)
  })

  test('of a token its own change counts, and none of another', () => {
    const another: Change = {
      asset: { ...asset, address: alice },
      direction: 'in',
      amount: '0x999',
    }
    expect(leastOf(lock, held(500n), [another, change('out', 200n)], cost)).toBe(298n)
  })

  test('a coin that fees may use up is not held', () => {
    const dear = { gas: ['0x3e8'], fees: { gasPrice: '0x5' } } as const
    expect(locksOf(lock, alice, [], dear).map(({ to }) => to)).toEqual([bob])
  })

  test('nothing to hold makes no calls', () => {
    expect(locksOf({ ...lock, holds: [held(0n)] }, alice, [], cost)).toEqual([])
  })
})
