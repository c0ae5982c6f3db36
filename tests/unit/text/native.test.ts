import { expect, test } from 'vitest'
import { native, nativeAtMost, symbolOf } from '@/components/text/native'

test.each([
  [8453, 'ETH'],
  [137, 'POL'],
  [56, 'BNB'],
  [999_999, ''],
])('the coin of chain %d is called %s', (chainId, symbol) => {
  expect(symbolOf(chainId)).toBe(symbol)
  expect(native(1_500_000_000_000_000_000_000n, chainId)).toBe(`1,500 ${symbol}`.trimEnd())
})

test('what it costs at most is never told to be less', () => {
  expect(nativeAtMost(123_456n, 3, 137)).toBe('0.000000000000124 POL')
  expect(nativeAtMost(123_000n, 3, 137)).toBe('0.000000000000123 POL')
})
