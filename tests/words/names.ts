import { builtIn } from '@/lib/network/builtIn'
import { listedOn, tokenIdentity } from '@/lib/listed/tokenIdentity'
import { stranger } from '../unit/accounts'

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
}

/** Gives each look-alike of each listed symbol to a stranger's token: none may pass for another token. */
export const runNames = () => {
  const tried = builtIn.flatMap(({ chainId, symbol: coin }) =>
    listedOn(chainId).flatMap(({ symbol }) =>
      Object.entries(twins).map(([how, write]) => {
        const { is } = tokenIdentity({
          chainId,
          coin,
          address: stranger,
          symbol: write(symbol),
          held: [],
        })
        return is === 'false' ? undefined : `${symbol} on ${chainId}, ${how}, is ${is}`
      }),
    ),
  )
  return { names: tried.length, fooled: tried.flatMap((fault) => fault ?? []) }
}
