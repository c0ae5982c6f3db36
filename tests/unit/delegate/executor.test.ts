import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { delegateOf, delegation, executor, executorCodeHash } from '@/lib/delegate/executor'
import { executor as deployed } from '../../chain/executor'
import { stranger } from '../accounts'

test('the address and the hash are the contract’s own', () => {
  expect(executor).toBe(deployed)
  expect(executorCodeHash).toBe(
    '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3',
  )
})

describe('who an account delegates to', () => {
  const ours = delegation(executor)

  test('is what stands in its code', () => {
    expect(ours).toBe('0xef0100e6cae83bde06e4c305530e199d7217f42808555b')
    expect(delegateOf(ours)).toBe(executor.toLowerCase())
    expect(delegateOf(delegation(stranger))).toBe(stranger)
  })

  test.each<[string, Hex]>([
    ['a plain account', '0x'],
    ['a contract', '0x6080604052'],
    ['code one byte short', ours.slice(0, -2) as Hex],
    ['code one byte longer', `${ours}00`],
    ['code of that length that begins otherwise', `0xef0101${ours.slice(8)}`],
    ['the address alone', executor],
  ])('is nobody for %s', (_, code) => {
    expect(delegateOf(code)).toBeNull()
  })
})
