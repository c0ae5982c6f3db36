import { hexToBigInt, isAddress, numberToHex, size, slice, type Hex } from 'viem'
import type { Argument } from '../decode/reading'

/**
 * Names in the data of a call that nobody can read: `plain` are addresses that stand in them as such;
 * `isHidden`: another may stand in what cannot be told apart.
 */
export type Names = { plain: string[]; isHidden: boolean }

/** Smallest number that is taken for an address: few addresses start with so many zeros. */
const least = 2n ** 112n

const beyond = 2n ** 160n

/** Returns the address that a word may hold: at its end, or at its start with nothing after it. */
const nameIn = (word: bigint): string | undefined => {
  if (word >= least && word < beyond && word !== 2n ** 128n - 1n && word !== beyond - 1n)
    return numberToHex(word, { size: 20 })
  const head = word >> 96n
  // A number such as 2^255, or a short text, leaves the end of those 20 bytes empty.
  const isName = word === head << 96n && head >= least && head % 2n ** 48n > 0n
  return isName ? numberToHex(head, { size: 20 }) : undefined
}

/**
 * Tells if an unknown address may stand in a word with other bits, after flags or before an amount. Such bits have
 * two neighbouring bytes of zeros or of ones; a hash has them once in more than a thousand words. Bits that look
 * like a hash keep the address hidden: else each hash, as in a proof of a claim, would count as a name.
 */
const isPacked = (word: bigint, isKnown: (address: string) => boolean): boolean => {
  const isMask = (word & (word + 1n)) === 0n
  // Above are numbers below zero.
  if (word < beyond || isMask || word >= 2n ** 256n - 2n ** 128n) return false
  const halves = [
    { name: word % beyond, rest: word >> 160n },
    { name: word >> 96n, rest: word % 2n ** 96n },
  ]
  return halves.some(
    ({ name, rest }) =>
      name >= least &&
      name % 2n ** 48n > 0n &&
      /^0x(..)*(0000|ffff)/.test(numberToHex(rest, { size: 12 })) &&
      !isKnown(numberToHex(name, { size: 20 })),
  )
}

/** Looks for names in bytes. Only whole words, with or without a selector before them, can be told apart. */
const namesInBytes = (bytes: Hex, isKnown: (address: string) => boolean): boolean => {
  const length = size(bytes)
  if (length < 20) return false
  const start = length % 32
  if (start !== 0 && start !== 4) return true
  for (let at = start; at < length; at += 32) {
    const word = hexToBigInt(slice(bytes, at, at + 32))
    const name = nameIn(word)
    const isNumber = word < least || word === 2n ** 256n - 1n
    if (!isNumber && !(name && isKnown(name))) return true
  }
  return false
}

/** A text may be an address in hex digits, or be 20 or 32 bytes that happen to be letters. */
const isNameText = (text: string): boolean =>
  /[\da-f]{40}/i.test(text) || text.length === 20 || text.length === 32

/** Finds the names in arguments that are not known; numbers are looked through where types are a guess. */
export const namesIn = (
  args: readonly Argument[],
  isGuess: boolean,
  isKnown: (address: string) => boolean,
): Names => {
  const names: Names = { plain: [], isHidden: false }
  const add = (name: string | undefined) => {
    if (name && !isKnown(name)) names.plain.push(name)
  }
  for (const { type, value } of args) {
    if (typeof value !== 'string') {
      const inner = namesIn(value, isGuess, isKnown)
      names.plain.push(...inner.plain)
      names.isHidden ||= inner.isHidden
    } else if (type === 'address') add(isAddress(value, { strict: false }) ? value : undefined)
    else if (type === 'bytes') names.isHidden ||= namesInBytes(value as Hex, isKnown)
    else if (type === 'string') names.isHidden ||= isNameText(value)
    else if (type === 'bytes32' || (isGuess && /^\d+$/.test(value))) {
      const word = BigInt(value)
      const name = nameIn(word)
      add(name)
      names.isHidden ||= name === undefined && isPacked(word, isKnown)
    }
  }
  return names
}
