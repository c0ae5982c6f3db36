import { expect, test } from 'vitest'
import { roomOf } from '@/lib/lock/room'
import { bob } from '../accounts'

const fees = { maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x1' } as const
const check = { to: bob, value: '0x0', data: '0x12345678' } as const

test('a lock of the coin has room for twice the approved fee, and no other lock a limit', () => {
  expect(roomOf({ fees, locks: [check, { ...check, value: '0x1' }] })).toBe(200n)
  expect(roomOf({ fees, locks: [check] })).toBeUndefined()
  expect(roomOf({ fees })).toBeUndefined()
})
