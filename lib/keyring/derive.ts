import { validateMnemonic } from '@scure/bip39'
import type { Address } from 'viem'
import { english, mnemonicToAccount } from 'viem/accounts'
import type { Bytes } from './vault'

/** A phrase as it is checked and kept: lower case, one space between words. */
export const normalize = (phrase: string): string =>
  phrase.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')

/** Whether a phrase is a BIP-39 phrase of 12 to 24 English words with a right checksum. */
export const isPhrase = (phrase: string): boolean => validateMnemonic(normalize(phrase), english)

/** The first accounts of a phrase at m/44'/60'/0'/0/i (BIP-44), with their keys. */
export const derive = (phrase: string, count: number): { address: Address; key: Bytes }[] =>
  Array.from({ length: count }, (_, addressIndex) => {
    const account = mnemonicToAccount(normalize(phrase), { addressIndex })
    const key = account.getHdKey().privateKey
    if (!key) throw new Error('no key at this path')
    return { address: account.address, key: new Uint8Array(key) }
  })
