import { describe, expect, test } from 'vitest'
import { hostOf, imitatedBy, punycodeReading } from '@/components/text/origin'
import { fromPunycode } from '@/components/text/punycode'

test.each([
  ['https://app.example', 'app.example'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://a.b.c.d.very.long.example:8443', 'a.b.c.d.very.long.example:8443'],
])('%s is shown as %s, with nothing left out', (origin, host) => {
  expect(hostOf(origin)).toBe(host)
})

test.each([
  ['mnchen-3ya', 'münchen'],
  ['bcher-kva', 'bücher'],
  ['80ak6aa92e', 'аррӏе'],
  ['fiqs8s', '中国'],
  ['wgv71a119e', '日本語'],
  ['e1afmkfd', 'пример'],
  ['!', undefined],
  ['99999999999', undefined],
])('the punycode %s stands for %s', (text, letters) => {
  expect(fromPunycode(text)).toBe(letters)
})

describe('the letters beside punycode', () => {
  test.each<[string, string, string | undefined]>([
    ['plain hosts have none', 'https://app.example', undefined],
    ['one alphabet of its own', 'https://xn--e1afmkfd.example', 'пример.example'],
    ['Han', 'https://xn--fiqs8s.example', '中国.example'],
    ['all of it looks Latin', 'https://xn--80ak6aa92e.com', undefined],
    ['Latin with marks, which look like Latin', 'https://xn--mnchen-3ya.de', undefined],
    ['what is no punycode', 'https://xn--a.example', undefined],
  ])('%s', (_, origin, reading) => {
    expect(punycodeReading(origin)).toBe(reading)
  })

  test('two alphabets in one label', () => {
    const { origin } = new URL('https://приmер.example')
    expect(origin).toContain('xn--')
    expect(punycodeReading(origin)).toBeUndefined()
  })
})

describe('who is imitated', () => {
  const known = ['https://apple.com', 'https://app.example', 'http://127.0.0.1:8080']
  test.each<[string, string | undefined]>([
    ['https://аррӏе.com', 'https://apple.com'],
    ['https://àpp.example', 'https://app.example'],
    ['https://appIe.com'.replace('I', '1'), 'https://apple.com'],
    ['https://apple.com', undefined],
    ['https://apple.com:8443', undefined],
    ['https://apple.example', undefined],
    ['http://127.0.0.1:9090', undefined],
    ['http://[::1]:8080', undefined],
  ])('by %s: %s', (written, expected) => {
    expect(imitatedBy(new URL(written).origin, known)).toBe(expected)
  })
})
