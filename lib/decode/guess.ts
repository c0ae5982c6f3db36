import { concat, hexToString, slice, type Hex } from 'viem'
import { readArguments } from './arguments'
import type { Argument } from './reading'

/** The most arguments to guess: a longer list is more likely a nested structure. */
const maxHeads = 12

/** The most 32-byte words to guess for: nobody reads a longer list. */
const maxWords = 200

/**
 * Smallest number that is taken for an address: no supply is that large, and few addresses start with that
 * many zeros.
 */
const smallestAddress = 2n ** 112n

const typeOfWord = (word: Hex): string => {
  const value = BigInt(word)
  if (value < smallestAddress || value === 2n ** 256n - 1n) return 'uint256'
  if (value === 2n ** 128n - 1n || value === 2n ** 160n - 1n) return 'uint256'
  if (value < 2n ** 160n) return 'address'
  return value >= 2n ** 256n - 2n ** 128n ? 'int256' : 'bytes32'
}

type Guess = readonly string[] | undefined

const isText = (bytes: Hex): boolean => bytes !== '0x' && /^[\x20-\x7e]+$/.test(hexToString(bytes))

/**
 * Returns types that encode to these words: static types, and `bytes`, `string` or a list for a word that is
 * an offset.
 */
const typesOf = (words: readonly Hex[]): Guess => {
  const numberAt = (at: number): number => {
    const value = BigInt(words[at] ?? 0)
    return value < 2n ** 32n ? Number(value) : -1
  }
  /** Returns the possible types of the tail at a word, each with the index of the word after it. */
  const tails = (at: number): [type: string, end: number][] => {
    const length = numberAt(at)
    if (length < 0 || at >= words.length) return []
    const end = at + 1 + Math.ceil(length / 32)
    const content = concat(['0x', ...words.slice(at + 1, end)])
    const isPadded = end <= words.length && BigInt(slice(concat([content, '0x00']), length)) === 0n
    const bytes: Hex = length > 0 && isPadded ? slice(content, 0, length) : '0x'
    const list = words.slice(at + 1, at + 1 + length)
    const element = list.every((word) => typeOfWord(word) === 'address') ? 'address' : 'uint256'
    return [
      ...(isPadded ? [[isText(bytes) ? 'string' : 'bytes', end] as [string, number]] : []),
      ...(length > 0 ? [[`${element}[]`, at + 1 + length] as [string, number]] : []),
    ]
  }
  const parse = (head: number, heads: number, tail: number): Guess => {
    if (head === heads) return tail === words.length ? [] : undefined
    if (numberAt(head) === tail * 32)
      for (const [type, end] of tails(tail)) {
        const rest = parse(head + 1, heads, end)
        if (rest) return [type, ...rest]
      }
    const rest = parse(head + 1, heads, tail)
    return rest && [typeOfWord(words[head] ?? '0x'), ...rest]
  }
  for (let heads = 1; heads <= maxHeads && heads < words.length; heads++) {
    const types = parse(0, heads, heads)
    if (types) return types
  }
  return words.length <= maxHeads ? words.map(typeOfWord) : undefined
}

/**
 * Guesses the arguments of an unknown function by their shape: types that encode to exactly these bytes.
 * Empty if the data are not whole words, or too many.
 */
export const guessArguments = (body: Hex): readonly Argument[] => {
  const bytes = (body.length - 2) / 2
  if (bytes === 0 || bytes % 32 !== 0 || bytes / 32 > maxWords) return []
  const words = Array.from({ length: bytes / 32 }, (_, at) => slice(body, at * 32, at * 32 + 32))
  const types = typesOf(words)?.map((type) => ({ type }))
  return (types && readArguments(types, body)?.args) ?? []
}
