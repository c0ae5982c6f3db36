import { fromPunycode } from './punycode'

/** An origin as it is shown: host and port, with the scheme only where it is not https. */
export const hostOf = (origin: string): string => origin.replace(/^https:\/\//, '')

/** Letters that look like a Latin one, by that one. */
const twins: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  һ: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ɡ: 'g',
  ɑ: 'a',
  '0': 'o',
  '1': 'l',
}

/** Reduces a host to its look at a glance: without accents, each letter as the Latin one it resembles. */
export const glance = (host: string): string =>
  Array.from(
    host.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    (char) => twins[char] ?? char,
  )
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
]

/** Letters of one script, digits and hyphens: nothing that hides, and nothing from two alphabets. */
const isUnmixed = (label: string): boolean =>
  /^[\p{L}\p{M}\p{Nd}-]+$/u.test(label) &&
  scripts.filter((script) => script.test(label)).length === 1 &&
  Array.from(label).every((char) => !/\p{L}/u.test(char) || scripts.some((one) => one.test(char)))

/** The host of an origin; empty where it is none. */
export const hostnameOf = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).hostname : ''

const labelsOf = (origin: string): string[] => hostnameOf(origin).split('.')

/** A label as it is written, out of punycode; undefined where that is none. */
export const lettersOf = (label: string): string | undefined =>
  label.startsWith('xn--') ? fromPunycode(label.slice(4)) : label

/**
 * A host of punycode in its letters, to stand beside it; undefined where there is none, or where they could
 * be taken for others: two alphabets in a label, or none that is not drawn like Latin.
 */
export const punycodeReading = (origin: string): string | undefined => {
  const labels = labelsOf(origin)
  if (!labels.some((label) => label.startsWith('xn--'))) return undefined
  const letters = labels.map(lettersOf)
  const isSafe = letters.every((label, at) => {
    if (label === labels[at]) return true
    return label !== undefined && isUnmixed(label) && !/^[\x20-\x7e]*$/.test(glance(label))
  })
  return isSafe ? letters.join('.') : undefined
}

/** The origin among these that another one is made to look like; a site never looks like itself. */
export const imitatedBy = (origin: string, known: readonly string[]): string | undefined => {
  const lookOf = (one: string) =>
    glance(
      labelsOf(one)
        .map((label) => lettersOf(label) ?? label)
        .join('.'),
    )
  const look = lookOf(origin)
  const host = hostnameOf(origin)
  return known.find((other) => hostnameOf(other) !== host && lookOf(other) === look)
}
