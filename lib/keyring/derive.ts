import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { isHex, size, type Address, type Hex } from 'viem'
import { english, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import type { Bytes } from './vault'

/** A phrase as it is checked and kept: lower case, one space between words. */
export const normalize = (phrase: string): string =>
  phrase.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')

/** Whether a phrase is a BIP-39 phrase of 12 to 24 English words with a right checksum. */
export const isPhrase = (phrase: string): boolean => validateMnemonic(normalize(phrase), english)

/** A new phrase of 12 words: 128 random bits. */
export const newPhrase = (): string => generateMnemonic(english, 128)

/** How many random bits are in each word of a passphrase. */
const bitsPerWord = 11

/** Words for a password, each drawn from 2,048: six are 66 bits. */
export const randomWords = (count: number): string =>
  Array.from(crypto.getRandomValues(new Uint16Array(count)))
    .map((number) => english[number & ((1 << bitsPerWord) - 1)])
    .join(' ')

/** What is known of a phrase while it is typed: its words that are in no list (by place), and whether it is one. */
export const judgePhrase = (phrase: string): { unknown: number[]; isPhrase: boolean } => {
  const words = normalize(phrase).split(' ').filter(Boolean)
  const known = new Set(english)
  return {
    unknown: words.flatMap((word, at) => (known.has(word) ? [] : [at])),
    isPhrase: isPhrase(phrase),
  }
}

/** One account of a phrase, m/44'/60'/0'/0/`path` (BIP-44), with its key. */
export const deriveAt = (phrase: string, path: number): { address: Address; key: Bytes } => {
  const account = mnemonicToAccount(normalize(phrase), { addressIndex: path })
  const key = account.getHdKey().privateKey
  if (!key) throw new Error('no key at this path')
  return { address: account.address, key: new Uint8Array(key) }
}

/** The first accounts of a phrase with their keys. */
export const derive = (phrase: string, count: number): { address: Address; key: Bytes }[] =>
  Array.from({ length: count }, (_, path) => deriveAt(phrase, path))

/** A private key as it is written down, with or without 0x; undefined where it is none. */
export const readKey = (text: string): Hex | undefined => {
  const hex = `0x${text.trim().replace(/^0x/i, '').toLowerCase()}`
  if (!isHex(hex) || size(hex) !== 32 || hex.length !== 66) return undefined
  try {
    privateKeyToAccount(hex)
    return hex
  } catch {
    return undefined
  }
}

/** The account of a private key. */
export const addressOf = (key: Hex): Address => privateKeyToAccount(key).address
