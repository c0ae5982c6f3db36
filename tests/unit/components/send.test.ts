import { describe, expect, test } from 'vitest'
import { readAmount } from '@/components/send/readAmount'
import { readRecipient } from '@/components/send/recipient'
import { brief } from '@/components/text/brief'
import { glowOf } from '@/components/ui/picture'
import { alice, bob } from '../accounts'

describe('a recipient', () => {
  const contacts = [{ name: 'Bob', address: bob }]

  test.each([
    ['', { kind: 'empty' }],
    [`  ${alice} `, { kind: 'address', address: alice }],
    [alice.toLowerCase(), { kind: 'address', address: alice }],
    [`0x${alice.slice(2).toUpperCase()}`, { kind: 'address', address: alice }],
    [alice.replace('F', 'f'), { kind: 'wrong', why: 'checksum' }],
    [alice.slice(0, -1), { kind: 'wrong', why: 'length' }],
    [`${alice}0`, { kind: 'wrong', why: 'length' }],
    [`0x${'0'.repeat(40)}`, { kind: 'wrong', why: 'zero' }],
    ['bob', { kind: 'address', address: bob }],
    ['bobby', { kind: 'wrong', why: 'neither' }],
    ['a.base.eth', { kind: 'name', name: 'a.base.eth' }],
    ['a..eth', { kind: 'wrong', why: 'neither' }],
    ['a b.eth', { kind: 'wrong', why: 'neither' }],
  ])('%j', (text, read) => {
    expect(readRecipient(text, contacts)).toEqual(read)
  })
})

test.each([
  ['', { kind: 'empty' }],
  ['1', { kind: 'amount', amount: 1_000_000n }],
  ['1.', { kind: 'amount', amount: 1_000_000n }],
  ['.000001', { kind: 'amount', amount: 1n }],
  ['5', { kind: 'amount', amount: 5_000_000n }],
  ['5.000001', { kind: 'wrong', why: 'short' }],
  ['0.0000001', { kind: 'wrong', why: 'decimals' }],
  ['0.0', { kind: 'wrong', why: 'zero' }],
  ['1,5', { kind: 'wrong', why: 'number' }],
  ['-1', { kind: 'wrong', why: 'number' }],
  ['1e3', { kind: 'wrong', why: 'number' }],
  ['.', { kind: 'wrong', why: 'number' }],
])('the amount %j', (text, read) => {
  expect(readAmount(text, 6, 5_000_000n)).toEqual(read)
})

test.each([
  [1_234_567_890_000_000_000_000n, 18, '1,234.56789'],
  [1_999_999_999_999_999_999n, 18, '1.999999'],
  [1n, 18, '<0.000001'],
  [0n, 18, '0'],
  [1_500_000n, 6, '1.5'],
])('%s is never said to be more than it is', (amount, decimals, text) => {
  expect(brief(amount, decimals)).toBe(text)
})

test('an address has its own picture, whatever its case', () => {
  expect(glowOf(alice)).toEqual(glowOf(alice.toLowerCase() as typeof alice))
  const near = `${alice.slice(0, -1)}7` as typeof alice
  expect(glowOf(near).ground).not.toEqual(glowOf(alice).ground)
  expect(glowOf(near).spots).not.toEqual(glowOf(alice).spots)
})
