import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { textOf } from '@/components/signing/messageText'

test.each(['Hello, all of you', 'two\nlines\tand a tab\r\n', 'Grüße, 世界', ''])(
  '%j is a text',
  (text) => {
    expect(textOf(stringToHex(text))).toBe(text)
  },
)

test('what is as long as a hash is none, though it be UTF-8: an order may have that hash', () => {
  expect(textOf(stringToHex('x'.repeat(31)))).toBe('x'.repeat(31))
  expect(textOf(stringToHex('x'.repeat(32)))).toBeUndefined()
  expect(textOf(stringToHex('x'.repeat(33)))).toBe('x'.repeat(33))
})

test.each(['\u0000', 'a\u0007b', '\u001b[2J', '\u0085'])('%j holds control characters', (text) => {
  expect(textOf(stringToHex(text))).toBeUndefined()
})

test('bytes that are no UTF-8 are none', () => {
  expect(textOf('0xff')).toBeUndefined()
})
