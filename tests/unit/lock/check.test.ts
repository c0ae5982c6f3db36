import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { brokenBy, checkCall, lockedUntil } from '@/lib/lock/check'
import { leastsOf } from '@/lib/lock/lockReading'
import { readCall } from '@/lib/decode/read'
import type { Call } from '@/lib/db'
import { alice, bob, stranger } from '../accounts'

const router = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
const leasts = [
  { token: bob, least: 9_000n },
  { token: stranger, least: 2n ** 255n },
]
const check = checkCall(router, alice, leasts)

const reverted = (inner: `0x${string}`) =>
  encodeErrorResult({
    abi: parseAbi(['error ExecutionFailed(uint256 commandIndex, bytes message)']),
    args: [1n, inner],
  })

test('a check only reads, for the account and each of its tokens', () => {
  expect(check).toMatchObject({ to: router, value: '0x0' })
  const asked = { from: alice, to: router, value: '0x0', data: check.data } as const
  const reading = readCall(asked, 8453)
  expect(reading).toMatchObject({
    kind: 'multicall',
    steps: leasts.map(({ token, least }) => ({
      mayFail: false,
      reading: {
        kind: 'call',
        name: 'BALANCE_CHECK_ERC20',
        args: [{ value: alice }, { value: token }, { value: String(least) }],
      },
    })),
  })
  expect(leastsOf(check)).toEqual(leasts)
})

test('a deadline takes the place of none, and changes nothing else', () => {
  const payment: Call = { to: alice, value: '0x5', data: '0x' }
  const approve: Call = { to: bob, value: '0x0', data: `0x095ea7b3${'00'.repeat(64)}` }
  const [same, other, until] = lockedUntil([payment, approve, check], 1_700_000_000)
  expect([same, other]).toEqual([payment, approve])
  expect(until).toEqual(checkCall(router, alice, leasts, 1_700_000_000n))
  expect(leastsOf(payment)).toEqual([])
  expect(leastsOf(approve)).toEqual([])
})

test('without tokens the deadline alone is checked', () => {
  const [until] = lockedUntil([checkCall(router, alice, [])], 7)
  expect(until).toEqual(checkCall(router, alice, [], 7n))
  expect(leastsOf(checkCall(router, alice, []))).toEqual([])
})

test('only the router’s own word names a broken condition', () => {
  expect(brokenBy(reverted('0xa3281672'))).toBe(1)
  expect(brokenBy(reverted('0xa328167200'))).toBeUndefined()
  expect(brokenBy('0xa3281672')).toBeUndefined()
  expect(brokenBy('0x')).toBeUndefined()
})
