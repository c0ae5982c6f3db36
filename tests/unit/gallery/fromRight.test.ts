import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fromRight } from '../../gallery/fromRight'

const english = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../public/_locales/en/messages.json'), 'utf8'),
) as Record<string, { message: string }>

const invisible = /[\u{200f}\u{202c}\u{202e}\u{2068}\u{2069}]/gu

test('turns each word, and puts what is filled in into an isolate', () => {
  expect(fromRight('Send $1 to ($2).')).toBe(
    '\u{200f}\u{202e}Send\u{202c}\u{200f} \u{2068}$1\u{2069} \u{200f}\u{202e}to\u{202c}\u{200f} ' +
      '\u{200f}\u{202e}(\u{202c}\u{200f}\u{2068}$2\u{2069}\u{200f}\u{202e}).\u{202c}\u{200f}',
  )
})

test('leaves every letter of every English sentence but its arrows, and isolates every mark', () => {
  for (const { message } of Object.values(english)) {
    const turned = fromRight(message)
    expect(turned.replace(invisible, '').replaceAll('←', '→')).toBe(message)
    expect(turned.match(/\u{2068}\$\d\u{2069}/gu) ?? []).toEqual(
      (message.match(/\$\d/g) ?? []).map((mark) => `\u{2068}${mark}\u{2069}`),
    )
  }
})
