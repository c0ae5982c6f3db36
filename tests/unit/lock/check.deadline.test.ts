import { concatHex, size, slice, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import { checkCall, isCheck, keepsDeadline, lockedUntil } from '@/lib/lock/check'
import { leastsOf } from '@/lib/lock/lockReading'
import { alice, bob, stranger } from '../accounts'

const check = checkCall(bob, alice, [{ token: stranger, least: 3n }])
const payment: Call = { to: alice, value: '0x5', data: '0x' }

/** A call of the router that is cut off behind so many bytes. */
const cut = (bytes: number): Call => ({ ...check, data: slice(check.data, 0, bytes) })

/** Call of another function of the router, with the same arguments. */
const foreign: Call = { ...check, data: concatHex(['0x24856bc3', slice(check.data, 4)]) }

describe('a call of the router', () => {
  test('is one with or without tokens', () => {
    expect(isCheck(check)).toBe(true)
    expect(isCheck(checkCall(bob, alice, []))).toBe(true)
  })

  test.each<[string, Call]>([
    ['has no data', payment],
    ['is of another function', foreign],
    ['ends behind its selector', cut(4)],
    ['ends where its commands would begin', cut(100)],
  ])('is none that %s: it has no deadline, and is left as it is', (_, call) => {
    expect(isCheck(call)).toBe(false)
    expect(lockedUntil([call], 1_700_000_000)).toEqual([call])
    expect(leastsOf(call)).toEqual([])
  })

  test('has its deadline in the third word, whatever comes behind it', () => {
    const [until] = lockedUntil([cut(101)], 1_700_000_000)
    const data: Hex = until?.data ?? '0x'
    expect(size(data)).toBe(101)
    expect(BigInt(slice(data, 68, 100))).toBe(1_700_000_000n)
    expect(slice(data, 0, 68)).toBe(slice(check.data, 0, 68))
    expect(slice(data, 100)).toBe(slice(check.data, 100, 101))
  })
})

test('locks keep to a deadline where one of them is a check', () => {
  expect(keepsDeadline([payment, check])).toBe(true)
  expect(keepsDeadline([check])).toBe(true)
  expect(keepsDeadline([payment, foreign])).toBe(false)
  expect(keepsDeadline([])).toBe(false)
})

test('a check without a deadline is late at any time', () => {
  expect(BigInt(slice(check.data, 68, 100))).toBe(0n)
})
