import { networks } from './networks'

/**
 * Allowed names: printable ASCII, so that no character is invisible, reverses text or imitates another
 * letter.
 */
export const networkNames = /^[\x21-\x7e]( ?[\x21-\x7e])*$/

/** Allowed coin symbols: 1 to 11 printable ASCII characters without spaces. */
export const coinSymbols = /^[\x21-\x7e]{1,11}$/

/** Maximum length of a network's name, in characters. */
export const longestName = 50

/** True if the text is allowed as a network's name. */
export const isName = (text: string): boolean =>
  text.length <= longestName && networkNames.test(text)

/**
 * Returns the name to store for a network, followed by its chain ID (decimal) if another network has the
 * name.
 */
export const distinctName = (chainId: number, name: string): string =>
  networks.some(
    (other) => other.chainId !== chainId && other.name.toLowerCase() === name.toLowerCase(),
  )
    ? `${name} (${chainId})`
    : name
