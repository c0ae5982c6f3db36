import { keccak256, numberToHex, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { namesIn } from '@/lib/simulate/names'
import { alice, bob } from '../accounts'

const other = BigInt(bob)

const hiddenIn = (type: string, word: bigint, isGuess = true): boolean => {
  const value = type === 'bytes32' ? numberToHex(word, { size: 32 }) : String(word)
  const isKnown = (address: string) => address.toLowerCase() === alice.toLowerCase()
  const { plain, isHidden } = namesIn([{ name: '', type, value }], isGuess, isKnown)
  expect(plain).toEqual([])
  return isHidden
}

const packed: [string, bigint][] = [
  ['a flag before it', (1n << 160n) | other],
  ['the highest flag before it', (1n << 255n) | other],
  ['flags all set before it', ((2n ** 95n - 1n) << 160n) | other],
  ['an amount after it', (other << 96n) | 1_000_000n],
  ['a large amount after it', (other << 96n) | (10n ** 23n)],
  ['the largest amount after it', (other << 96n) | (2n ** 96n - 1n)],
  ['a flag before it and a time after that', (((1n << 88n) | 1_700_000_000n) << 160n) | other],
]

test.each(packed)('an address is hidden in one word with %s', (_, word) => {
  expect(hiddenIn('bytes32', word)).toBe(true)
  expect(hiddenIn('bytes32', word, false)).toBe(true)
  expect(hiddenIn('uint256', word)).toBe(true)
  // A number is looked through only where its type is a guess.
  expect(hiddenIn('uint256', word, false)).toBe(false)
})

test('a known address in one word with others is no name', () => {
  for (const [, word] of packed) {
    const known = BigInt(alice)
    const own = word % 2n ** 160n === other ? word - other + known : word + ((known - other) << 96n)
    expect(hiddenIn('uint256', own)).toBe(false)
  }
})

test('numbers, masks and short texts hide nothing', () => {
  for (let bit = 160n; bit < 256n; bit++)
    for (const word of [2n ** bit, 2n ** (bit + 1n) - 1n])
      for (const type of ['uint256', 'bytes32']) expect(hiddenIn(type, word)).toBe(false)
  for (const word of [0n, 5n, 2n ** 256n - 5n]) expect(hiddenIn('uint256', word)).toBe(false)
  expect(hiddenIn('bytes32', BigInt(stringToHex('a short text', { size: 32 })))).toBe(false)
})

test('hashes hide nothing, but for one in more than a thousand', () => {
  const hashes = Array.from({ length: 2000 }, (_, at) => BigInt(keccak256(numberToHex(at))))
  expect(hashes.filter((hash) => hiddenIn('bytes32', hash)).length).toBeLessThan(4)
})
