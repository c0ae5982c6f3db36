import * as fc from 'fast-check'
import { concat, encodeFunctionData, parseAbi, type Abi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from '@/lib/decode/call'
import { alice, bob } from '../accounts'

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
