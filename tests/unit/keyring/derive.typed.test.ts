import { wordlist } from '@scure/bip39/wordlists/english'
import { expect, test, vi } from 'vitest'
import { addressOf, judgePhrase, randomWords, readKey } from '@/lib/keyring/derive'
import { development } from '../../chain/development'
import { alice, keys } from '../accounts'

const { phrase } = development
const key = keys[alice] ?? '0x'

test('a password of random words has eleven bits of each number', () => {
  const drawn = vi.spyOn(crypto, 'getRandomValues').mockImplementation((numbers) => {
    if (numbers instanceof Uint16Array) numbers.set([0, 2047, 2048, 65535])
    return numbers
  })
  const words = randomWords(4, wordlist)
  drawn.mockRestore()
  expect(words).toBe(`${wordlist[0]} ${wordlist[2047]} ${wordlist[0]} ${wordlist[2047]}`)
})

test.each([
  ['', [], false],
  [phrase, [], true],
  [phrase.toUpperCase(), [], true],
  [phrase.replace('junk', 'junks'), [11], false],
  ['tset test tset', [0, 2], false],
])('while %j is typed, words %j are on no list', (typed, unknown, isPhrase) => {
  expect(judgePhrase(typed, wordlist)).toEqual({ unknown, isPhrase })
})

test.each([
  ['as it is', key],
  ['without 0x', key.slice(2)],
  ['in capitals', `0X${key.slice(2).toUpperCase()}`],
  ['with spaces around', ` ${key}\n`],
])('a key is read %s', (_, text) => {
  expect(readKey(text)).toBe(key)
  expect(addressOf(key)).toBe(alice)
})

test.each([
  ['nothing', ''],
  ['what is no hex', `0x${'zz'.repeat(32)}`],
  ['31 bytes', key.slice(0, -2)],
  ['half a byte less', key.slice(0, -1)],
  ['33 bytes', `${key}00`],
  ['zero', `0x${'00'.repeat(32)}`],
  ['the order of the curve', '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
  ['0x twice', `0x${key}`],
])('no key: %s', (_, text) => {
  expect(readKey(text)).toBeUndefined()
})
