import { networks } from './networks'

/** Printable ASCII: nothing hides in it, turns text round, or looks like another letter. */
export const networkNames = /^[\x21-\x7e]( ?[\x21-\x7e])*$/

/** The same without spaces, and short. */
export const coinSymbols = /^[\x21-\x7e]{1,11}$/

/** How long a network's name may be. */
export const longestName = 50

/** Whether a network can be called so. */
export const isName = (text: string): boolean =>
  text.length <= longestName && networkNames.test(text)

/** What a network will be called: with its chain ID, in decimals, where another one has that name. */
export const distinctName = (chainId: number, name: string): string =>
  networks.some(
    (other) => other.chainId !== chainId && other.name.toLowerCase() === name.toLowerCase(),
  )
    ? `${name} (${chainId})`
    : name
