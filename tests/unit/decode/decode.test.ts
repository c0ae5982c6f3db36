import * as fc from 'fast-check'
import {
  concat,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
  size,
  type Abi,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from '@/lib/decode/call'
import { decodeRevert } from '@/lib/decode/revert'
import { executorErrors } from '@/lib/delegate/encode'
import { alice, bob, stranger } from '../accounts'

const tokens: Abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut)',
])

const most = 2n ** 256n - 1n
const data = (functionName: string, ...args: unknown[]) =>
  encodeFunctionData({ abi: tokens, functionName, args })

describe('what a call’s data say', () => {
  test.each<[Hex, object]>([
    ['0x', { kind: 'none' }],
    [data('transfer', bob, 5n), { kind: 'transfer', to: bob, amount: 5n }],
    [data('approve', bob, most), { kind: 'approve', spender: bob, amount: most }],
    [
      data('transferFrom', alice, bob, 0n),
      { kind: 'transferFrom', from: alice, to: bob, amount: 0n },
    ],
    [
      data('swap', alice, bob, 1n, 2n),
      { kind: 'swap', tokenIn: alice, tokenOut: bob, amountIn: 1n, minOut: 2n },
    ],
    ['0xdeadbeef', { kind: 'unknown', selector: '0xdeadbeef', bytes: 4 }],
    [`0xdeadbeef${'00'.repeat(32)}`, { kind: 'unknown', selector: '0xdeadbeef', bytes: 36 }],
    ['0xab', { kind: 'unknown', selector: '0xab', bytes: 1 }],
    ['0xa9059cbb', { kind: 'unknown', selector: '0xa9059cbb', bytes: 4 }],
    [
      data('transfer', bob, 5n).slice(0, -2) as Hex,
      { kind: 'unknown', selector: '0xa9059cbb', bytes: 67 },
    ],
  ])('%s', (input, decoded) => {
    expect(decodeCall(input)).toEqual(decoded)
  })

  const canonical = data('transfer', bob, 5n)
  test.each<[string, Hex]>([
    ['more after the arguments', `${canonical}00`],
    ['another call after the arguments', concat([canonical, data('approve', bob, most)])],
    [
      'an address with more than 20 bytes',
      canonical.replace('0xa9059cbb00', '0xa9059cbb01') as Hex,
    ],
  ])('is unknown where they hold %s', (_, input) => {
    expect(decodeCall(input)).toMatchObject({ kind: 'unknown', selector: '0xa9059cbb' })
  })

  test('is the same in capitals', () => {
    const capitals: Hex = `0x${canonical.slice(2).toUpperCase()}`
    expect(decodeCall(capitals)).toEqual({ kind: 'transfer', to: bob, amount: 5n })
  })

  test('is never more than they say, whatever they are', () => {
    const bytes = fc
      .uint8Array({ maxLength: 200 })
      .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)
    fc.assert(
      fc.property(bytes, (input) => {
        expect(decodeCall(input).kind).toMatch(/none|unknown/)
      }),
    )
  })
})

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

describe('why a call reverted', () => {
  test.each<[string, Hex, string]>([
    ['no reason', '0x', 'it reverts without a reason'],
    ['a sentence', revert('Error', 'not enough'), 'not enough'],
    ['a panic', revert('Panic', 17n), 'Panic(17)'],
    [
      'a token’s error',
      revert('ERC20InsufficientBalance', stranger, 1n, 2n),
      `ERC20InsufficientBalance(${stranger}, 1, 2)`,
    ],
    ['an error nobody knows', revert('Nobody', 1n), 'error 0x92ab75cc, 36 bytes'],
    ['bytes that are no error', '0x1234', 'error 0x1234, 2 bytes'],
    ['an error cut short', revert('Error', 'x').slice(0, 20) as Hex, 'error 0x08c379a0, 9 bytes'],
    ['the second call’s sentence', inCall(1n, revert('Error', 'no')), 'call 2: no'],
    ['the first call’s silence', inCall(0n, '0x'), 'call 1: it reverts without a reason'],
    ['the third call’s sentence, as OKX has it', failed(2n, revert('Error', 'no')), 'call 3: no'],
    ['a sentence, as Calibur wraps it', wrapped(revert('Error', 'no')), 'no'],
    ['a silence, as Calibur wraps it', wrapped('0x'), 'it reverts without a reason'],
    ['a call’s call', inCall(1n, inCall(0n, revert('Panic', 1n))), 'call 2: call 1: Panic(1)'],
  ])('%s', (_, input, sentence) => {
    expect(decodeRevert(input)).toBe(sentence)
  })

  test.each([
    ['line breaks', 'a\r\nb', 'a··b'],
    ['a terminal’s orders', '\u001b[2J', '·[2J'],
    ['text that runs backwards', 'a\u202eb\u2066c\u200fd', 'a·b·c·d'],
    ['what nobody sees', 'a\u200bb\ufeffc\u00add', 'a·b·c·d'],
    ['breaks of Unicode', 'a\u2028b\u2029c', 'a·b·c'],
    ['tags', '\u{e0041}', '·'],
  ])('is made harmless: %s', (_, text, harmless) => {
    expect(decodeRevert(revert('Error', text))).toBe(harmless)
    expect(decodeRevert(inCall(0n, revert('Error', text)))).toBe(`call 1: ${harmless}`)
  })

  test('is short, whatever a contract writes and however deep', () => {
    expect(decodeRevert(revert('Error', 'x'.repeat(10_000))).length).toBeLessThanOrEqual(300)
    let deep: Hex = '0x'
    for (let level = 0; level < 300; level++) deep = inCall(0n, deep)
    expect(decodeRevert(deep).length).toBeLessThanOrEqual(300)
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
          expect(decodeRevert(input)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})
