import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { languages } from '@/components/text/messages'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * How each language calls who pays in the user's place. Their service is asked while the approval is on the screen,
 * without a click: a text that tells whom the wallet asks is untrue without it.
 */
const payer: Record<keyof typeof languages, RegExp> = {
  en: /\bpayer\b/,
  de: /\bZahler\b/,
  es: /\bpagador\b/,
  fr: /\bpayeur\b/,
  ja: /支払/,
  ko: /비용을 내/,
  pt_BR: /\bpagador\b/,
  tr: /ödeyen taraf/,
  vi: /bên trả phí/,
  zh_CN: /支付方/,
}

test.each(Object.entries(payer))('the first screen tells of who pays: %s', (language, word) => {
  const messages = JSON.parse(read(`public/_locales/${language}/messages.json`)) as {
    welcomePrivacy: { message: string }
  }
  expect(messages.welcomePrivacy.message).toMatch(word)
})

test('so does each paragraph for others that says that nobody else is asked', () => {
  const promises = ['README.md', 'docs/store/listing.md'].flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => /\bnobody else\b/.test(line)),
  )
  expect(promises).toHaveLength(3)
  expect(promises.filter((line) => !/\bto pay for\b/.test(line))).toEqual([])
})
