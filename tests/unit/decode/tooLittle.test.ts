import { expect, test } from 'vitest'
import { isTooLittle } from '@/lib/decode/tooLittle'

test.each([
  { kind: 'text', text: 'Too little received' },
  { kind: 'text', text: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT' },
  { kind: 'error', name: 'TooLittleReceived(1, 2)' },
] as const)('$kind of an exchange says that its price has moved', (reading) => {
  expect(isTooLittle(reading)).toBe(true)
})

test.each([
  { kind: 'silent' },
  { kind: 'text', text: 'Too little received, send more' },
  { kind: 'text', text: 'too little received' },
  { kind: 'error', name: 'TooLittleReceivedBy(1)' },
  { kind: 'unread', selector: '0x12345678', size: 4 },
] as const)('$kind that is worded otherwise says nothing of a price', (reading) => {
  expect(isTooLittle(reading)).toBe(false)
})
