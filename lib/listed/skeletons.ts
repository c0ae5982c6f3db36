import letters from './letters.json'
import { shape } from './shape'

const latin = new Map(
  Object.entries(letters).flatMap(([letter, group]) =>
    Array.from(group, (char) => [char, letter] as const),
  ),
)

const inLatin = (text: string): string =>
  Array.from(text, (char) => latin.get(char) ?? char).join('')

/** Letters and digits as the Latin ones they resemble, without case; all else is left out. */
const bare = (name: string): string =>
  // Decomposing makes some look-alikes of Latin letters another letter, and others ones that are looked up.
  inLatin(inLatin(name).normalize('NFKD').replace(/\p{M}/gu, ''))
    // The fillers of Hangul and the blanks of hieroglyphs are letters that are drawn as nothing.
    .replace(/[\u{115f}\u{1160}\u{13441}\u{13442}]|[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/**
 * Reduces a name to its looks at a glance, without case, accents, spaces and signs: with each digit as a
 * letter, without the digits around it, and without any. Two names with a look in common may be confused.
 */
export const skeletonsOf = (name: string): readonly string[] => {
  const text = bare(name)
  const looks = [text, text.replace(/^\d+|\d+$/g, ''), text.replace(/\d/g, '')].map(shape)
  return [...new Set(looks)].filter((look) => look !== '')
}
