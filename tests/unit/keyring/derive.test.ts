import { wordlist } from '@scure/bip39/wordlists/english'
import { bytesToHex } from 'viem'
import { expect, test } from 'vitest'
import { derive, isPhrase, normalizePhrase } from '@/lib/keyring/derive'
import { development } from '../../chain/development'
import { alice, bob, keys } from '../accounts'

const { phrase } = development

test('accounts are those of BIP-44, with their keys', () => {
  expect(derive(phrase, 2).map(({ address, key }) => [address, bytesToHex(key)])).toEqual([
    [alice, keys[alice]],
    [bob, keys[bob]],
  ])
})

test.each([
  ['as it is', phrase],
  ['with spaces around and between', `  ${phrase.replaceAll(' ', '   ')}\n`],
  ['on several lines', phrase.replaceAll(' ', '\n')],
  ['in capitals', phrase.toUpperCase()],
])('a phrase is read %s', (_, written) => {
  expect(normalizePhrase(written)).toBe(phrase)
  expect(isPhrase(written, wordlist)).toBe(true)
  expect(derive(written, 1)[0]?.address).toBe(alice)
})

test.each([
  ['of 15 words', `${'abandon '.repeat(14)}address`],
  ['of 24 words', `${'abandon '.repeat(23)}art`],
])('a phrase %s is one', (_, written) => {
  expect(isPhrase(written, wordlist)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['one word', 'test'],
  ['11 words', phrase.split(' ').slice(1).join(' ')],
  ['a wrong checksum', phrase.replace('junk', 'test')],
  ['a word that is none', phrase.replace('junk', 'junks')],
  ['words in another order', phrase.split(' ').reverse().join(' ')],
])('%s is no phrase', (_, written) => {
  expect(isPhrase(written, wordlist)).toBe(false)
})
