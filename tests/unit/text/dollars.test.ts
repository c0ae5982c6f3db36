import { expect, test } from 'vitest'
import { dollars } from '@/components/text/dollars'

test.each<[bigint, string]>([
  [0n, '$0.00'],
  [1n, '<$0.01'],
  [999_999n, '<$0.01'],
  [1_000_000n, '$0.01'],
  [10_002_999_999n, '$100.02'],
  [1_243_820_000_000n, '$12,438.20'],
])('%d of 10^-8 dollars are %s', (value, text) => {
  expect(dollars(value)).toBe(text)
})
