import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const file = join(import.meta.dirname, '../../../public/_locales/en/messages.json')
const english = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { message: string }>

const sentencesOf = (message: string) => message.split(/(?<=[.!?…])\s+/)

/** A placeholder counts as a word; a dash or an arrow does not. */
const wordsOf = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

const tooLong = (message: string) =>
  sentencesOf(message).filter((sentence) => wordsOf(sentence).length > 12)

const british =
  /\b(licences?|colours?|neighbour\w*|behaviour\w*|favour\w*|honour\w*|centre\w*|cancell(ed|ing)|travell\w*|grey|recognis\w*|authoris\w*|organis\w*|initialis\w*|whilst|anew|for ever)\b/i

const breaking = (isWrong: (message: string) => boolean) =>
  Object.entries(english).flatMap(([key, { message }]) => (isWrong(message) ? [key] : []))

test('no sentence has more than twelve words', () => {
  expect(breaking((message) => tooLong(message).length > 0)).toEqual([])
})

test('a sentence of thirteen words is found, wherever it stands', () => {
  const twelve = 'One two three four five six seven eight nine ten eleven $1.'
  expect(tooLong(`${twelve} ${twelve}`)).toEqual([])
  const thirteen = `Zero ${twelve}`
  expect(tooLong(`Read this. ${thirteen} Then go on.`)).toEqual([thirteen])
})

test('the spelling is American', () => {
  expect(breaking((message) => british.test(message))).toEqual([])
})

test.each(['Licence', 'Its colour', 'Cancelled.', 'Neighbouring keys', 'for ever'])(
  'British is found: %s',
  (text) => {
    expect(text).toMatch(british)
  },
)
