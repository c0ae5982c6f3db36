import { concatHex, slice, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { enforcers, hookCall, isAfter, isToEnforcer, openingsOf } from '@/lib/lock/hooks'
import { alice, bob, stranger } from '../accounts'

const hook = hookCall(alice, { token: stranger, isDown: false, amount: 5n })
const opening = { ...hook, data: concatHex(['0xa145832a', slice(hook.data, 4)]) }

describe('a call to an enforcer', () => {
  test.each(Object.values(enforcers))('is one at %s, in whatever letters', (to) => {
    expect(isToEnforcer({ to })).toBe(true)
    expect(isToEnforcer({ to: to.toLowerCase() as Address })).toBe(true)
  })

  test('is none elsewhere, nor is a deployment', () => {
    expect(isToEnforcer({ to: bob })).toBe(false)
    expect(isToEnforcer({ to: null })).toBe(false)
  })
})

describe('a hook behind the site’s calls', () => {
  test('is one at either enforcer', () => {
    expect(isAfter(hook)).toBe(true)
    expect(isAfter({ ...hook, to: enforcers.native })).toBe(true)
  })

  test('is none elsewhere, before them, or without data', () => {
    expect(isAfter({ ...hook, to: bob })).toBe(false)
    expect(isAfter(opening)).toBe(false)
    expect(isAfter({ ...hook, data: '0x' })).toBe(false)
  })
})

test('each hook is opened in the same words before them, and nothing else is', () => {
  const payment = { to: alice, value: '0x5', data: '0x' } as const
  expect(openingsOf([payment, hook, opening])).toEqual([opening])
  expect(openingsOf([])).toEqual([])
  expect(openingsOf(undefined)).toEqual([])
})
