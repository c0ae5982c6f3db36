import { expect, test } from 'vitest'
import { sameAddress } from '@/lib/values/address'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test.each([
  [true, address, address],
  [true, address, address.toLowerCase()],
  [false, address, '0x0000000000000000000000000000000000000000'],
  [false, address, 'no address'],
  [false, address, ''],
])('%s: %s and %s', (isSame, one, other) => {
  expect(sameAddress(one, other)).toBe(isSame)
})
