import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Change, Held, Lock } from '@/lib/db/outcome'
import { checkCall } from '@/lib/lock/check'
import { hookCall } from '@/lib/lock/hooks'
import { itemCall } from '@/lib/lock/itemCheck'
import { noCost } from '@/lib/lock/least'
import { locksOf } from '@/lib/lock/locks'
import { alice, bob as router, stranger as token } from '../accounts'

const coin = { standard: 'native' } as const
const dollars = { standard: 'ERC20', address: token } as const
const stock = { standard: 'ERC1155', address: token, tokenId: '0x8' } as const
const plot = { standard: 'ERC721', address: token, tokenId: '0x7' } as const
const plots = { standard: 'collection', address: token } as const

/** A lock that holds one thing, of which the account had so many; an L1 fee of 200 may be taken of the coin. */
const holding = (asset: Held['asset'], had: bigint): Lock => ({
  router,
  checkers: [],
  holds: [{ asset, had: numberToHex(had) }],
  l1Fee: '0x64',
  left: 0,
})

const locks = (lock: Lock, changes: Change[] = []) => locksOf(lock, alice, changes, noCost)

const deadline = checkCall(router, alice, [])
const least = (amount: bigint) => checkCall(router, alice, [{ token, least: amount }])

describe('where nothing has to be left, nothing is demanded; where one has to, one is:', () => {
  test('of the coin, behind what fees may take', () => {
    expect(locks(holding(coin, 200n))).toEqual([])
    expect(locks(holding(coin, 201n))).toEqual([{ to: alice, value: '0x1', data: '0x' }, deadline])
  })

  test('of a token', () => {
    expect(locks(holding(dollars, 0n))).toEqual([])
    expect(locks(holding(dollars, 1n))).toEqual([least(1n)])
  })

  test('of a collection', () => {
    expect(locks(holding(plots, 0n))).toEqual([])
    expect(locks(holding(plots, 1n))).toEqual([least(1n)])
  })

  test('of an item', () => {
    const gone: Change = { asset: stock, direction: 'out', amount: '0x2' }
    expect(locks(holding(stock, 2n), [gone])).toEqual([])
    expect(locks(holding(stock, 3n), [gone])).toEqual([itemCall(alice, stock, 1n), deadline])
    expect(locks(holding(plot, 0n))).toEqual([itemCall(alice, plot, 1n), deadline])
  })
})

describe('the exact form compares with what there was:', () => {
  const exact = (asset: Held['asset'], had: bigint): Lock => ({
    ...holding(asset, had),
    isExact: true,
  })
  const comes = (amount: bigint): Change => ({
    asset: dollars,
    direction: 'in',
    amount: numberToHex(amount),
  })

  test('up by one where one has to arrive, and down by nothing where none has to', () => {
    const bound = (isDown: boolean, amount: bigint) => hookCall(alice, { token, isDown, amount })
    // Two units are for what a token rounds.
    expect(locks(exact(dollars, 9n), [comes(3n)])).toEqual([bound(false, 1n), deadline])
    expect(locks(exact(dollars, 9n), [comes(2n)])).toEqual([bound(true, 0n), deadline])
  })

  test('the coin by its own enforcer, also where there was none', () => {
    const bound = hookCall(alice, { token: null, isDown: true, amount: 0n })
    expect(locks(exact(coin, 0n))).toEqual([bound, deadline])
  })

  test('items and collections as the usual form does', () => {
    expect(locks(exact(stock, 3n))).toEqual([itemCall(alice, stock, 3n), deadline])
    expect(locks(exact(plots, 3n))).toEqual([least(3n)])
    expect(locks(exact(plots, 0n))).toEqual([])
  })
})
