import { expect, test } from 'vitest'
import { visible, visibleName } from '@/components/text/visible'

test.each([
  ['right to left', 'a\u202eb', 'a\\u{202e}b'],
  ['isolates', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  ['nothing wide', 'a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
  ['control characters', 'a\0\r\t\u001b[2J', 'a\\u{0}\\u{d}\\u{9}\\u{1b}[2J'],
  ['other line ends', 'a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
  ['spaces that are not the usual one', 'a\u00a0b\u3000', 'a\\u{a0}b\\u{3000}'],
  ['letters drawn as nothing', '\u3164\u2800\u115f', '\\u{3164}\\u{2800}\\u{115f}'],
  ['more letters drawn as nothing', '\uffa0\u1160', '\\u{ffa0}\\u{1160}'],
  ['variation selectors', 'a\ufe00b\ufe0fc', 'a\\u{fe00}b\\u{fe0f}c'],
  ['Mongolian variation selectors', 'a\u180b\u180d', 'a\\u{180b}\\u{180d}'],
  ['variation selectors of the supplement', 'a\u{e0100}', 'a\\u{e0100}'],
  ['marks from the third on', 'Z\u0351\u036b\u0343a', 'Z\u0351\u036b\\u{343}a'],
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

test.each([
  ['marks', 'U\u0351S\u036bDC', 'U\\u{351}S\\u{36b}DC'],
  ['variation selectors of emoji', '❤\ufe0f', '❤\\u{fe0f}'],
  ['blank hieroglyphs', 'USDC\u{13441}\u{13442}', 'USDC\\u{13441}\\u{13442}'],
  ['a note without a head', 'USDC\u{1d159}', 'USDC\\u{1d159}'],
  ['fillers', 'USDC\u3164', 'USDC\\u{3164}'],
])('in names, %s are written out too', (_, name, shown) => {
  expect(visibleName(name)).toBe(shown)
})

test('a name in letters of its own stays as it is', () => {
  expect(visibleName('Gru\u0308ße')).toBe('Grüße')
  for (const name of ['Grüße', '你好', 'Ünïcödé']) expect(visibleName(name)).toBe(name)
})
