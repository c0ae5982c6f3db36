import { expect, test } from 'vitest'
import { sanitize } from '@/lib/decode/sanitize'

test.each([
  ['control characters', 'a\n\u0000b', 'a··b'],
  ['text turned round', '\u202eUSDC', '·USDC'],
  ['spaces that are not the usual one', 'a\u00a0b\u2028c', 'a·b·c'],
  ['blank signs', '\u{13441}\u{13442}\u{1d159}', '···'],
  ['fillers', '\u3164\u2800\uffa0\u115f\u1160', '·····'],
  ['combining marks', 'Z\u0351\u036balgo', 'Z··algo'],
  ['variation selectors', 'a\ufe00b\u180bc\u{e0100}', 'a·b·c·'],
  ['tags', 'a\u{e0041}', 'a·'],
  ['half of a pair', 'a\ud800', 'a·'],
])('%s are replaced', (_, text, clean) => {
  expect(sanitize(text)).toBe(clean)
})

test('letters with a mark of their own stay', () => {
  expect(sanitize('Gru\u0308ße 你好 👋')).toBe('Grüße 你好 👋')
})
