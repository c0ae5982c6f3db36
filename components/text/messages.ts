import { browser, type PublicPath } from 'wxt/browser'
import { powers } from '@/lib/realm/powers'
import type english from '@/public/_locales/en/messages.json'
import { perLocale } from './perLocale'

/** The languages there are, as folders of `_locales`, each under its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  ko: '한국어',
  pt_BR: 'Português (Brasil)',
  tr: 'Türkçe',
  vi: 'Tiếng Việt',
  zh_CN: '简体中文',
} as const

/** A language that the user can choose. */
export type Language = keyof typeof languages

/** A sentence of the wallet. */
export type Key = keyof typeof english

/** One that has a form for each plural category of its language: `_one`, `_other`. */
type StemOf<K> = K extends `${infer Stem}_other` ? Stem : never

/** The stem of a counted sentence's keys. */
export type CountedKey = StemOf<Key>

type Messages = Partial<Record<string, { message: string }>>

const chosenAt = 'language'

let chosen: { language: Language; messages: Messages } | undefined

const isLanguage = (value: string | null): value is Language =>
  value !== null && Object.hasOwn(languages, value)

/** Reads the language that the user chose; undefined: the browser's own. */
export const chosenLanguage = (): Language | undefined => {
  const value = localStorage.getItem(chosenAt)
  return isLanguage(value) ? value : undefined
}

/** Chooses a language from the next load of the page on; undefined: the browser's own. */
export const chooseLanguage = (language: Language | undefined): void => {
  if (language) localStorage.setItem(chosenAt, language)
  else localStorage.removeItem(chosenAt)
}

const read = async (path: PublicPath): Promise<unknown> => {
  const file = await powers.fetch(browser.runtime.getURL(path))
  return file.json()
}

/** Reads a language's sentences, which stand in the order of the English ones. */
const readMessages = async (language: Language): Promise<Messages> => {
  const [ours, theirs] = await Promise.all([
    read('/_locales/en/messages.json') as Promise<Messages>,
    language === 'en' ? undefined : (read(`/languages/${language}.json`) as Promise<string[]>),
  ])
  return theirs
    ? Object.fromEntries(
        Object.keys(ours).map((key, at) => [key, { message: theirs[at] ?? '' }] as const),
      )
    : ours
}

/** Reads the sentences that the browser does not have ready: English alone it has. Comes before anything is shown. */
export const loadMessages = async (): Promise<void> => {
  const own = browser.i18n.getMessage('locale').replace('-', '_')
  const language = chosenLanguage() ?? (isLanguage(own) ? own : 'en')
  if (language === 'en' && own === 'en') return
  chosen = { language, messages: await readMessages(language) }
}

/** The language on the screen (BCP 47). */
export const locale = (): string =>
  (chosen?.language ?? browser.i18n.getMessage('locale')).replace('_', '-')

/**
 * The locale of the browser in the chosen language, for dates and numbers: what Madrid writes as 1.500,
 * Mexico City writes as 1,500 (BCP 47).
 */
export const region = (): string => {
  const [language = ''] = locale().split('-')
  const isSame = (other: string) => other === language || other.startsWith(`${language}-`)
  return navigator.languages.find(isSame) ?? locale()
}

const messageOf = (key: string): string => {
  const found = chosen?.messages[key]?.message
  // The marks are put in here, so that one rule fills them in wherever the sentence came from.
  return found ?? browser.i18n.getMessage(key as 'locale', marks)
}

const marks = ['$1', '$2', '$3', '$4', '$5']

/** A sentence with `$1`, `$2` … filled in. */
export const t = (key: Key, ...values: (string | number)[]): string =>
  messageOf(key).replace(/\$(\d)/g, (_, at: string) => String(values[Number(at) - 1] ?? ''))

const rules = perLocale((language) => new Intl.PluralRules(language))

/** The form of a counted sentence that its number takes. */
export const countedForm = (stem: CountedKey, number: number | bigint): Key => {
  const count = Number(number)
  // Chinese, for example, has one form for all numbers, but there too one transaction comes after no other.
  const isOne = count === 1 || rules(locale()).select(count) === 'one'
  return (isOne ? `${stem}_one` : `${stem}_other`) as Key
}

const numbers = perLocale((region) => new Intl.NumberFormat(region))

/** A whole number as the language writes it. */
export const number = (value: number | bigint): string => numbers(region()).format(value)

/** A counted sentence; `$1` is the number. */
export const plural = (stem: CountedKey, value: number | bigint, ...values: string[]): string =>
  t(countedForm(stem, value), number(value), ...values)

/** A sentence in pieces: its words, and for `$1` the number 0, for `$2` the number 1 … */
export const pieces = (key: Key): (string | number)[] =>
  messageOf(key)
    .split(/(\$\d)/)
    .map((piece) => (/^\$\d$/.test(piece) ? Number(piece[1]) - 1 : piece))
    .filter((piece) => piece !== '')
