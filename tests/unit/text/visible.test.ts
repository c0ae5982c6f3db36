import { expect, test } from 'vitest'
import { visible } from '@/components/text/visible'

test.each([
  ['right to left', 'a\u202eb', 'a\\u{202e}b'],
  ['isolates', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  ['nothing wide', 'a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
  ['control characters', 'a\0\r\t\u001b[2J', 'a\\u{0}\\u{d}\\u{9}\\u{1b}[2J'],
  ['other line ends', 'a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
  ['spaces that are not the usual one', 'a\u00a0b\u3000', 'a\\u{a0}b\\u{3000}'],
  ['letters drawn as nothing', '\u3164\u2800\u115f', '\\u{3164}\\u{2800}\\u{115f}'],
  ['tags', '\u{e0041}', '\\u{e0041}'],
  ['half of a pair', 'a\ud800', 'a\\u{d800}'],
  ['private use', '\ue000', '\\u{e000}'],
])('%s are written out', (_, text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('all else stays as it is', () => {
  for (const text of ['two\nlines', 'Grüße', '你好', 'שלום', '❤️ 👋', '<b>&amp;</b>', '\\u{202e}'])
    expect(visible(text)).toBe(text)
})
