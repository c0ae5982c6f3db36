import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'public/_locales')
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

type Messages = Record<string, { message: string }>

const english = read(join(folder, 'en/messages.json')) as Messages
const descriptions = read(join(root, 'docs/descriptions.json')) as Record<string, string>

const marks = (text: string) => [...new Set(text.match(/\$\d/g))].toSorted()

test('each sentence is described for translators, in the order of the file', () => {
  expect(Object.keys(descriptions)).toEqual(Object.keys(english))
})

test('each description is one sentence that tells what each mark is', () => {
  const wrong = Object.entries(descriptions).filter(
    ([key, text]) =>
      !/^[A-Z][^.]*\.$/.test(text) ||
      marks(text).join() !== marks(english[key]?.message ?? '').join() ||
      marks(text).some((mark) => !text.includes(`${mark} is `)),
  )
  expect(wrong).toEqual([])
})

test.each(readdirSync(folder))('%s ships its texts and nothing else', (language) => {
  const messages = read(join(folder, language, 'messages.json')) as Messages
  const more = Object.entries(messages).filter(
    ([, message]) => Object.keys(message).join() !== 'message',
  )
  expect(more).toEqual([])
})
