import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { languages, pieces, plural, t } from '@/components/text/messages'
import { withLists } from '../../../scripts/plugins/languageFiles'

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

/** Serves the files of the package, with what the page asked for. */
const serveFiles = (): string[] => {
  const asked: string[] = []
  const own = Object.keys(languages).map((language) => ({
    relativeDest: `_locales/${language}/messages.json`,
    absoluteSrc: join(folder, language, 'messages.json'),
  }))
  const files = withLists(own)
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const file = files.find(({ relativeDest }) => url.endsWith(`/${relativeDest}`))
    if (!file) throw new Error(`the package has no ${url}`)
    const text = 'contents' in file ? file.contents : readFileSync(file.absoluteSrc, 'utf8')
    return Promise.resolve(new Response(text))
  })
  return asked
}

/** The page's texts for a user who chose a language, or none, in a browser of another. */
const pageIn = async (choice: string | null, browserLocale: string) => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => choice })
  const { browser } = await import('wxt/browser')
  const spy = vi
    .spyOn(browser.i18n, 'getMessage')
    .mockImplementation((key: string) => (key === 'locale' ? browserLocale : ''))
  const page = await import('@/components/text/messages')
  await page.loadMessages()
  return { ...page, done: () => spy.mockRestore() }
}

// Other files share this worker's modules.
afterEach(() => {
  vi.resetModules()
})

test.each([
  ['es', 'Uno. Dos.'],
  ['zh_CN', 'Uno.Dos.'],
  ['ja', 'Uno.Dos.'],
])('sentences stand one after another as %s has it', async (choice, text) => {
  serveFiles()
  const page = await pageIn(choice, 'en')
  const { joinSentences } = await import('@/components/text/sentences')
  expect(joinSentences('Uno.', false, 'Dos.', undefined)).toBe(text)
  page.done()
})

test.each([
  ['chosen', 'es', 'en', 'es', '2 pasos'],
  ['the browser’s own', null, 'es', 'es', '2 pasos'],
  ['chosen, in a browser of another', 'en', 'es', 'en', '2 steps'],
  ['with a region', 'pt_BR', 'en', 'pt-BR', '2 etapas'],
] as const)('a language is read from its files: %s', async (_, choice, own, locale, text) => {
  serveFiles()
  const page = await pageIn(choice, own)
  expect(page.locale()).toBe(locale)
  expect(page.plural('calls', 2)).toBe(text)
  page.done()
})

test('one is said as one in a language whose words have a single form', async () => {
  serveFiles()
  const page = await pageIn('zh_CN', 'en')
  expect(page.plural('verdict_sequence', 1)).toBe('1 笔交易')
  expect(page.plural('verdict_sequence', 2)).toBe('2 笔交易，逐笔执行')
  page.done()
})

test('a browser in English has its sentences ready', async () => {
  const asked = serveFiles()
  const page = await pageIn(null, 'en')
  expect(page.locale()).toBe('en')
  expect(asked).toEqual([])
  page.done()
})

test('the package has each language whole, in the order of English, and the browser what it looks up', () => {
  const source = {
    relativeDest: '_locales/fr/messages.json',
    absoluteSrc: join(folder, 'fr/messages.json'),
  }
  const [own, list] = withLists([source]).map((file) =>
    'contents' in file ? (JSON.parse(file.contents) as unknown) : undefined,
  )
  const french = read('fr')
  expect(own).toEqual({ extensionDescription: french.extensionDescription, locale: french.locale })
  expect(list).toEqual(Object.keys(english).map((key) => french[key]?.message))
})
