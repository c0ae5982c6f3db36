import { getAddress, numberToHex, pad, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  joined,
  leftOutOf,
  nothing,
  wantAsset,
  wantGrant,
  type ReadSet,
} from '@/lib/simulate/readSet'
import { stranger } from '../accounts'
import { dai, usdc } from './outcomes'

const numbered = (number: number): Address => getAddress(pad(numberToHex(number), { size: 20 }))

/** Adds so many allowances that logs of one contract name. */
const flood = (wants: ReadSet, token: Address, count: number) => {
  for (let at = 1; at <= count; at++)
    wantGrant(wants, { standard: 'ERC20', token, spender: numbered(at) }, { became: 0n })
}

const tokensRead = ({ grants }: ReadSet) => [...grants.values()].map(({ grant }) => grant.token)

describe('too many allowances', () => {
  test('of one contract leave room for those that others log, and are said', () => {
    const wants = nothing()
    flood(wants, dai, 1_500)
    wantGrant(wants, { standard: 'ERC20', token: usdc, spender: stranger }, { became: 5n })
    const read = joined(wants, nothing())
    expect(tokensRead(read)).toContain(getAddress(usdc))
    expect(read.grants.size).toBeLessThan(300)
    expect(leftOutOf(read, nothing())).toEqual(['allowances'])
  })

  test('of many contracts leave room for one that a call gives', () => {
    const wants = nothing()
    for (let at = 1; at <= 1_500; at++) flood(wants, numbered(at), 2)
    const called = nothing()
    wantGrant(called, { standard: 'ERC20', token: usdc, spender: stranger }, { isSet: true })
    expect(tokensRead(joined(wants, called))[0]).toBe(getAddress(usdc))
  })

  test('that calls give are said too', () => {
    const called = nothing()
    for (let at = 1; at <= 1_100; at++)
      wantGrant(called, { standard: 'ERC20', token: usdc, spender: numbered(at) }, { isSet: true })
    expect(leftOutOf(joined(called, nothing()), nothing())).toEqual(['allowances'])
    expect(leftOutOf(joined(joined(called, nothing()), nothing()), nothing())).toEqual([
      'allowances',
    ])
  })
})

describe('too many whose spenders are guessed', () => {
  const guess = (wants: ReadSet, token: Address, spender: Address) =>
    wantGrant(wants, { standard: 'ERC20', token, spender }, { isPulled: true })

  test('push out nothing that a call or a log names, and are said', () => {
    const wants = nothing()
    for (let at = 1; at <= 2_000; at++) guess(wants, numbered(10_000 + at), stranger)
    flood(wants, dai, 200)
    const called = nothing()
    wantGrant(called, { standard: 'ERC20', token: usdc, spender: stranger }, { isSet: true })
    const read = joined(wants, called)
    expect([...read.grants.values()].filter(({ isPulled }) => !isPulled)).toHaveLength(201)
    expect(read.grants.size).toBe(201 + 256)
    expect(leftOutOf(read, nothing())).toEqual(['allowances'])
  })

  test('for one token leave room for others', () => {
    const wants = nothing()
    for (let at = 1; at <= 300; at++) guess(wants, dai, numbered(at))
    guess(wants, usdc, stranger)
    const read = joined(wants, nothing())
    expect(tokensRead(read)).toContain(getAddress(usdc))
    expect(read.grants.size).toBe(64 + 1)
  })

  test('are no guesses where a log names them too', () => {
    const wants = nothing()
    for (let at = 1; at <= 300; at++) guess(wants, numbered(at), stranger)
    const named = numbered(290)
    wantGrant(wants, { standard: 'ERC20', token: named, spender: stranger }, { became: 5n })
    expect(tokensRead(joined(wants, nothing()))[0]).toBe(named)
  })
})

describe('too many assets', () => {
  const token = (address: Address, isCalled: boolean) => ({
    asset: { standard: 'ERC20' as const, address },
    isNamed: false,
    isCalled,
    net: 0n,
  })

  test('that data may name leave room for the token that is called', () => {
    const wants = nothing()
    for (let at = 1; at <= 1_500; at++) wantAsset(wants, token(numbered(at), false))
    wantAsset(wants, token(usdc, true))
    const read = joined(wants, nothing())
    expect([...read.assets.values()][0]?.asset.address).toBe(getAddress(usdc))
    expect(leftOutOf(read, nothing())).toEqual([])
  })

  test('that calls name are said', () => {
    const wants = nothing()
    for (let at = 1; at <= 1_500; at++) wantAsset(wants, token(numbered(at), true))
    expect(leftOutOf(joined(wants, nothing()), nothing())).toEqual(['changes'])
  })
})

test('what a run names and was not read is said where it belongs', () => {
  const wants = nothing()
  flood(wants, dai, 1)
  expect(leftOutOf(nothing(), wants)).toEqual(['allowances'])
  const moved = nothing()
  const asset = { standard: 'ERC20' as const, address: usdc }
  wantAsset(moved, { asset, isNamed: true, isCalled: false, net: 1n })
  expect(leftOutOf(nothing(), moved)).toEqual(['changes'])
})
