import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { languages, pieces, plural, t } from '@/components/text/messages'

type Messages = Record<string, { message: string }>

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'public/_locales')
const read = (language: string) =>
  JSON.parse(readFileSync(join(folder, language, 'messages.json'), 'utf8')) as Messages

const english = read('en')
const marks = (text: string) => [...new Set(text.match(/\$\d/g))].toSorted()

const sources = ['components', 'entrypoints', 'lib'].flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, name, file), 'utf8')),
)

test('each language that can be chosen has its file, and no other', () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(languages).toSorted())
})

describe.each(Object.keys(languages))('%s', (language) => {
  const messages = read(language)

  test('has each sentence, and none that English lacks', () => {
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  test('has a text for each, with the same marks', () => {
    const wrong = Object.entries(messages).filter(
      ([key, { message }]) =>
        message.trim() === '' ||
        marks(message).join() !== marks(english[key]?.message ?? '').join(),
    )
    expect(wrong).toEqual([])
  })
})

test('each sentence is used', () => {
  const stems = Object.keys(english).map((key) => key.replace(/_(one|other)$/, ''))
  const inManifest = ['extensionDescription']
  const unused = stems.filter(
    (stem) =>
      !inManifest.includes(stem) &&
      !sources.some((source) => new RegExp(`['"\`]${stem}['"\`]`).test(source)),
  )
  expect(unused).toEqual([])
})

test('fills in what varies, once, whatever stands in it', () => {
  expect(plural('calls', 1)).toBe('1 step')
  expect(plural('calls', 1234)).toBe('1,234 steps')
  expect(pieces('calls_other')).toEqual([0, ' steps'])
  expect(t('calls_other', '$1 & $2')).toBe('$1 & $2 steps')
})

test('a chosen language is read from its file', async () => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => 'es' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(read('es'))))
  const spanish = await import('@/components/text/messages')
  await spanish.loadMessages()
  expect(spanish.locale()).toBe('es')
  expect(spanish.plural('calls', 2)).toBe('2 pasos')
  // Other files share this worker's modules.
  vi.resetModules()
})
