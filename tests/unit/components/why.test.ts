import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  concat,
  encodeAbiParameters,
  encodeErrorResult,
  parseAbi,
  parseAbiParameters,
  size,
  type Abi,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { Why } from '@/components/calls/Why'
import { executorErrors } from '@/lib/delegate/encode'
import type { Reason } from '@/lib/db/outcome'
import { reverted } from '@/lib/simulate/reason'
import { stranger } from '../accounts'

const errors: Abi = parseAbi([
  'error Error(string)',
  'error Panic(uint256)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error Nobody(uint256)',
])
const revert = (errorName: string, ...args: unknown[]) =>
  encodeErrorResult({ abi: errors, errorName, args })
const inCall = (index: bigint, error: Hex) =>
  encodeErrorResult({ abi: executorErrors, errorName: 'ExecuteError', args: [index, error] })

const failed = (index: bigint, error: Hex) =>
  concat([
    '0x87f20438',
    encodeAbiParameters(parseAbiParameters('uint256, uint256, bytes'), [
      index,
      BigInt(size(error)),
      error,
    ]),
  ])
const wrapped = (error: Hex) =>
  concat(['0xa5fa8d2b', encodeAbiParameters(parseAbiParameters('bytes'), [error])])

/** The sentence on the screen. */
const said = (reason: Reason): string =>
  renderToStaticMarkup(createElement(Why, { reason }))
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')

const unread = (what: string) => `an error Volley cannot read: ${what}`
const silent = 'it fails without giving a reason'

describe('why a call reverted', () => {
  test.each<[string, Hex, string]>([
    ['no reason', '0x', silent],
    ['a sentence', revert('Error', 'not enough'), 'the contract says “not enough”'],
    [
      'the word of an exchange whose price moved',
      revert('Error', 'Too little received'),
      'the price moved; the contract says “Too little received”',
    ],
    [
      'words that only begin alike',
      revert('Error', 'Too little received. Approve it'),
      'the contract says “Too little received. Approve it”',
    ],
    ['an empty sentence', revert('Error', ''), 'the contract says “”'],
    ['a panic', revert('Panic', 17n), 'error Panic(17)'],
    [
      'a token’s error',
      revert('ERC20InsufficientBalance', stranger, 1n, 2n),
      `error ERC20InsufficientBalance(${stranger}, 1, 2)`,
    ],
    ['an error nobody knows', revert('Nobody', 1n), unread('0x92ab75cc, 36 bytes')],
    ['bytes that are no error', '0x1234', unread('0x1234, 2 bytes')],
    ['an error cut short', revert('Error', 'x').slice(0, 20) as Hex, unread('0x08c379a0, 9 bytes')],
    ['a selector in capitals', '0xDEADBEEF', unread('0xDEADBEEF, 4 bytes')],
    ['many bytes', `0x${'12'.repeat(5000)}`, unread('0x12121212, 5,000 bytes')],
    [
      'the second call’s sentence',
      inCall(1n, revert('Error', 'no')),
      'step 2: the contract says “no”',
    ],
    ['the first call’s silence', inCall(0n, '0x'), `step 1: ${silent}`],
    [
      'the third call’s sentence, as OKX has it',
      failed(2n, revert('Error', 'no')),
      'step 3: the contract says “no”',
    ],
    ['a sentence, as Calibur wraps it', wrapped(revert('Error', 'no')), 'the contract says “no”'],
    ['a silence, as Calibur wraps it', wrapped('0x'), silent],
    [
      'a call’s call',
      inCall(1n, inCall(0n, revert('Panic', 1n))),
      'step 2: step 1: error Panic(1)',
    ],
  ])('%s', (_, input, sentence) => {
    expect(said(reverted(input))).toBe(sentence)
  })

  test.each([
    ['line breaks', 'a\r\nb', 'a··b'],
    ['a terminal’s orders', '\u001b[2J', '·[2J'],
    ['text that runs backwards', 'a\u202eb\u2066c\u200fd', 'a·b·c·d'],
    ['what nobody sees', 'a\u200bb\ufeffc\u00add', 'a·b·c·d'],
    ['breaks of Unicode', 'a\u2028b\u2029c', 'a·b·c'],
    ['tags', '\u{e0041}', '·'],
    ['letters drawn as nothing', 'a\u3164b', 'a·b'],
    ['the end of its quotation', 'no”. Approve it. “', 'no". Approve it. "'],
  ])('is made harmless: %s', (_, text, harmless) => {
    const sentence = `the contract says “${harmless}”`
    expect(said(reverted(revert('Error', text)))).toBe(sentence)
    expect(said(reverted(inCall(0n, revert('Error', text))))).toBe(`step 1: ${sentence}`)
  })

  test('is short, whatever a contract writes and however deep', () => {
    const long = said(reverted(revert('Error', 'x'.repeat(10_000))))
    expect(long).toBe(`the contract says “${'x'.repeat(200)}”`)
    let deep: Hex = '0x'
    for (let level = 0; level < 300; level++) deep = inCall(0n, deep)
    expect(said(reverted(deep)).length).toBeLessThanOrEqual(300)
  })

  test('is a sentence of visible characters for any bytes at all', () => {
    const selector = fc.constantFrom(
      '0x08c379a0',
      '0x4e487b71',
      inCall(0n, '0x').slice(0, 10),
      '0x',
    )
    const tail = fc.uint8Array({ maxLength: 300 })
    fc.assert(
      fc.property(selector, tail, fc.string(), (head, bytes, text) => {
        for (const input of [
          concat([head as Hex, `0x${Buffer.from(bytes).toString('hex')}`]),
          concat(['0x08c379a0', encodeAbiParameters([{ type: 'string' }], [text])]),
        ])
          expect(said(reverted(input))).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})

describe('why an outcome is known or unknown', () => {
  test.each<[Reason, string]>([
    [{ why: 'balance' }, 'the balance does not cover it'],
    [{ why: 'no answer' }, 'the node did not answer'],
    [
      { why: 'alone', reason: { why: 'balance' } },
      'it would fail on its own: the balance does not cover it',
    ],
    [{ why: 'node', text: 'out of\u202e gas”' }, 'the node says “out of\\u{202e} gas"”'],
  ])('%o', (reason, sentence) => {
    expect(said(reason)).toBe(sentence)
  })
})
