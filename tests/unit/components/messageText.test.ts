import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { messageText } from '@/components/signing/messageText'

test.each(['Hello, all of you', 'two\nlines\tand a tab\r\n', 'Grüße, 世界', ''])(
  '%j is a text',
  (text) => {
    expect(messageText(stringToHex(text))).toBe(text)
  },
)

test('what is as long as a hash is none, though it be UTF-8: an order may have that hash', () => {
  expect(messageText(stringToHex('x'.repeat(31)))).toBe('x'.repeat(31))
  expect(messageText(stringToHex('x'.repeat(32)))).toBeUndefined()
  expect(messageText(stringToHex('x'.repeat(33)))).toBe('x'.repeat(33))
})

test('bytes that are no UTF-8 are none', () => {
  expect(messageText('0xff')).toBeUndefined()
})
