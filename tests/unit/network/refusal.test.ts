import { describe, expect, test } from 'vitest'
import { nodeWords, refusalOf, revertDataOf } from '@/lib/network/refusal'
import { wordings } from './wordings'

describe.each(Object.entries(wordings))('%s', (_, words) => {
  test.each(words)('%s: %i %s', (meaning, code, message) => {
    expect(refusalOf({ code, message })).toBe(meaning)
  })
})

test('the table has every client', () => {
  expect(Object.values(wordings).flat().length).toBeGreaterThan(130)
})

test('a transaction of an unknown kind is not one that the node has', () => {
  expect(refusalOf({ code: -32000, message: 'unknown transaction type' })).not.toBe('taken')
})

describe('what a contract chooses to say', () => {
  const said = [
    'too many requests',
    'already known',
    'insufficient funds',
    'the method is not supported',
    'pending is not supported',
  ]
  test.each(said)('is never taken for the node’s own words: %s', (text) => {
    expect(refusalOf({ code: -32000, message: `execution reverted: ${text}` })).toBe('reverted')
    expect(refusalOf({ code: 3, message: text })).toBe('reverted')
    expect(refusalOf({ code: -32000, message: text, data: '0x08c379a0' })).toBe('reverted')
    expect(refusalOf({ code: -32015, message: 'VM execution error.', data: text })).toBe('reverted')
  })
})

test.each<[string, unknown, string]>([
  ['the field itself', '0x08c379a0', '0x08c379a0'],
  ['the end of a text', 'Reverted 0x08c379a0', '0x08c379a0'],
  ['a level below', { message: 'reverted', data: '0x08c379a0' }, '0x08c379a0'],
  ['nothing', undefined, '0x'],
  ['null', null, '0x'],
  ['a number', 5, '0x'],
  ['half a byte', '0x08c', '0x'],
  ['rates of a provider', { rate: { allowed_rps: 50 } }, '0x'],
  ['an address within a text', 'of 0x08c379a0 it is said', '0x'],
])('revert data are read from %s', (_, data, found) => {
  expect(revertDataOf({ data })).toBe(found)
})

describe('a node’s sentence', () => {
  test.each([
    ['loses URLs', 'see https://x.y/v2/KEY?a=b now', 'see … now'],
    ['loses URLs of sockets', 'wss://mainnet.x/ws/KEY', '…'],
    ['loses hosts', 'upgrade at quicknode.com/pricing', 'upgrade at …'],
    ['loses addresses of machines', 'dial tcp 10.0.0.1:8545: refused', 'dial tcp …: refused'],
    ['loses keys', 'project 0123456789abcdef0123456789abcdef is over', 'project … is over'],
    ['loses keys with signs', 'key aGVsbG8gd29ybGQ/aGVsbG8+d29=', 'key …'],
    [
      'keeps numbers',
      'tip 1.5, cost 100000000000000000000000',
      'tip 1.5, cost 100000000000000000000000',
    ],
    [
      'keeps accounts',
      'of 0x71562b71999873DB5b286dF957af199Ec94617F7.',
      'of 0x71562b71999873DB5b286dF957af199Ec94617F7.',
    ],
    ['stays on one line', 'a\n\nb\u202ec\u0007d', 'a b c d'],
    ['may be empty', '', ''],
  ])('%s', (_, message, words) => {
    expect(nodeWords(message)).toBe(words)
  })

  test('has 200 characters at most, however long the message', () => {
    expect(nodeWords('word '.repeat(1_000_000))).toHaveLength(200)
    expect(nodeWords('a.'.repeat(1_000_000)).length).toBeLessThan(200)
  })

  test('takes no time to classify, however long and odd', () => {
    for (const part of ['method ', 'exceeds ', 'pending ', 'invalid ', 'gas price ', 'a.'])
      expect(refusalOf({ code: -1, message: part.repeat(500_000) })).toMatch(/other|unfit|fee/)
  })
})
