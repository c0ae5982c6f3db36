import { shape } from '../listed/shape'
import { networks } from './networks'

/** Allowed names: printable ASCII, so that no character is invisible, reverses text or comes from another script. */
export const networkNames = /^[\x21-\x7e]( ?[\x21-\x7e])*$/

/** Allowed coin symbols: 1 to 11 printable ASCII characters without spaces. */
export const coinSymbols = /^[\x21-\x7e]{1,11}$/

/** Maximum length of a network's name, in characters. */
export const longestName = 50

/** True if the text is allowed as a network's name. */
export const isName = (text: string): boolean =>
  text.length <= longestName && networkNames.test(text)

/** Words that tell no two networks apart. */
const empty = /^(main|mainnet|net|network|chain|one|smart|the|official|l2|\d+)$/

/**
 * Returns the rest of a network's name without case, signs, and words that tell no two networks apart, in the shapes of
 * its letters: `0ptimism` is Optimism.
 */
export const coreOf = (name: string): string =>
  shape(
    name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => !empty.test(word))
      .join(''),
  )

/** True if the name tells a network apart from all others that the wallet has. */
export const isDistinct = (chainId: number, name: string): boolean =>
  coreOf(name) !== '' &&
  networks.every((other) => other.chainId === chainId || coreOf(other.name) !== coreOf(name))
