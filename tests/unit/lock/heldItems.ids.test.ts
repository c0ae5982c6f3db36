import { numberToHex, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { isIdInData } from '@/lib/lock/heldItems'
import { bob } from '../accounts'

const word = (id: bigint): string => numberToHex(id, { size: 32 }).slice(2)

const has = (id: bigint, ...data: Hex[]): boolean =>
  isIdInData(
    data.map((one) => ({ to: bob, value: '0x0', data: one })),
    { tokenId: numberToHex(id) },
  )

test.each<[string, bigint, Hex[], boolean]>([
  ['as an argument', 7n, [`0x12345678${word(7n)}`], true],
  ['in the last of several calls', 7n, ['0x', `0x12345678${word(1n)}${word(7n)}`], true],
  ['at its full length', 2n ** 255n + 5n, [`0x${word(2n ** 255n + 5n)}`], true],
  ['as no whole word', 7n, ['0x1234567807'], false],
  ['of another item', 7n, [`0x12345678${word(8n)}`], false],
  ['in no call', 7n, [], false],
  // Zeros stand everywhere.
  ['of zero', 0n, [`0x12345678${word(0n)}`], false],
])('the ID of an item in the data: %s', (_, id, data, found) => {
  expect(has(id, ...data)).toBe(found)
})
