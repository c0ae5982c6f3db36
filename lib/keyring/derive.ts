import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { bytesToHex, isHex, size, type Address, type Hex } from 'viem'
import { HDKey, privateKeyToAddress } from 'viem/accounts'
import type { Bytes } from './base64'

/** Normalizes a phrase: NFKD, lower case, one space between words. */
export const normalizePhrase = (phrase: string): string =>
  phrase.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')

/** True if the phrase is a BIP-39 phrase of 12 to 24 words of the list with a valid checksum. */
export const isPhrase = (phrase: string, list: string[]): boolean =>
  validateMnemonic(normalizePhrase(phrase), list)

/** Generates a BIP-39 phrase of 12 words of the list (128 random bits). */
export const newPhrase = (list: string[]): string => generateMnemonic(list, 128)

/** Random bits per word of a passphrase: the list has 2,048 words. */
const bitsPerWord = 11

/** Draws random words of the list for a password, 11 bits each: six words are 66 bits. */
export const randomWords = (count: number, list: string[]): string =>
  Array.from(crypto.getRandomValues(new Uint16Array(count)))
    .map((number) => list[number & ((1 << bitsPerWord) - 1)])
    .join(' ')

/**
 * Checks a phrase while it is typed: the indexes of words that are not in the list, and if it is valid.
 */
export const judgePhrase = (
  phrase: string,
  list: string[],
): { unknown: number[]; isPhrase: boolean } => {
  const words = normalizePhrase(phrase).split(' ').filter(Boolean)
  const known = new Set(list)
  return {
    unknown: words.flatMap((word, at) => (known.has(word) ? [] : [at])),
    isPhrase: isPhrase(phrase, list),
  }
}

/** Derives one account of a phrase with its private key, at m/44'/60'/0'/0/`path` (BIP-44). */
export const deriveAt = (phrase: string, path: number): { address: Address; key: Bytes } => {
  const seed = mnemonicToSeedSync(normalizePhrase(phrase))
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(`m/44'/60'/0'/0/${path}`)
  if (!privateKey) throw new Error('no key at this path')
  const key = new Uint8Array(privateKey)
  return { address: addressOf(bytesToHex(key)), key }
}

/** Derives the first `count` accounts of a phrase with their private keys. */
export const derive = (phrase: string, count: number): { address: Address; key: Bytes }[] =>
  Array.from({ length: count }, (_, path) => deriveAt(phrase, path))

/** Parses a private key in hex, with or without 0x; undefined if it is not a valid key. */
export const readKey = (text: string): Hex | undefined => {
  const hex = `0x${text.trim().replace(/^0x/i, '').toLowerCase()}`
  if (!isHex(hex) || size(hex) !== 32 || hex.length !== 66) return undefined
  try {
    privateKeyToAddress(hex)
    return hex
  } catch {
    return undefined
  }
}

/** Returns the address of a private key. */
export const addressOf = (key: Hex): Address => privateKeyToAddress(key)
