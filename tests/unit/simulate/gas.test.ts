import { describe, expect, test } from 'vitest'
import { encodeAbiParameters, encodeFunctionData, parseAbi, stringToHex, type Hex } from 'viem'
import { gasLimits, type GasTerms } from '@/lib/simulate/gas'
import type { CallOutcome } from '@/lib/simulate/quote'
import { estimateL1Fee } from '@/lib/simulate/l1Fee'
import { readTokens, tokensOf } from '@/lib/simulate/tokens'
import type { Call } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { fakeNode, nodeError } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'

const call: Call = { to: stranger, value: '0x0', data: '0x' }
const limited: Call = { ...call, gas: '0x30d40' }
const used = { status: 'succeeds', gas: '0x186a0' } as const
const fail = () => {
  throw nodeError(3, 'reverted')
}

describe('gas limits', () => {
  const cap = 0x1000000
  type Batch = Pick<GasTerms, 'mode' | 'calls'> & Partial<GasTerms>
  const limits = (batch: Batch, outcomes: readonly CallOutcome[], whole?: CallOutcome) =>
    gasLimits({ delegate: executor, upgrade: false, ...batch }, outcomes, whole, cap)

  test.each<[string, Batch, Hex[]]>([
    [
      'in order: what each used and 15 %, or what the site set',
      { mode: 'sequence', calls: [call, limited] },
      ['0x1c138', '0x30d40'],
    ],
    ['of one call that the site set', { mode: 'one', calls: [limited] }, ['0x30d40']],
    ['of one call: what it used and 15 %', { mode: 'one', calls: [call] }, ['0x1c138']],
    [
      'of one call for which the site suggests more',
      { mode: 'one', calls: [call], suggestedGas: '0xfffff' },
      ['0xfffff'],
    ],
    [
      'of one call for which the site suggests too little',
      { mode: 'one', calls: [call], suggestedGas: '0x1' },
      ['0x1c138'],
    ],
    // 200,000 and 15 %.
    ['atomic: what the whole used', { mode: 'atomic', calls: [call, call] }, ['0x38270']],
    [
      'atomic: and what an authorization costs',
      { mode: 'atomic', calls: [call, call], upgrade: true },
      ['0x3f2be'],
    ],
    [
      'atomic, with a share that the site set for one call',
      { mode: 'atomic', calls: [call, limited] },
      // 100,000 more than that call used.
      ['0x50910'],
    ],
  ])('%s', (_, batch, gas) => {
    expect(limits(batch, [used, used], { status: 'succeeds', gas: '0x30d40' })).toEqual(gas)
  })

  const above: Call = { ...call, gas: '0x1000001' }
  const hungry = { status: 'succeeds', gas: '0xf00000' } as const

  test.each<[string, Batch, number]>([
    [
      'in order, what a call used with its margin or the site set',
      { mode: 'sequence', calls: [call, above] },
      2,
    ],
    ['of one call, what the site set', { mode: 'one', calls: [above] }, 1],
    ['of one call, what it used', { mode: 'one', calls: [call] }, 1],
    [
      'of one call, what the site suggests',
      { mode: 'one', calls: [call], suggestedGas: '0x2000000' },
      1,
    ],
  ])('never exceed the cap: %s', (_, batch, count) => {
    expect(limits(batch, [hungry, hungry])).toEqual(Array(count).fill('0x1000000'))
  })

  test('exceed it where an atomic batch used more, which then cannot be one', () => {
    const [gas] = limits({ mode: 'atomic', calls: [call, call] }, [used, used], hungry)
    expect(Number(gas)).toBeGreaterThan(cap)
  })

  test.each<CallOutcome>([
    { status: 'fails', gas: '0xf00000', reason: { why: 'no answer' } },
    { status: 'unknown', reason: { why: 'no answer' } },
  ])('are those of its calls where an atomic batch $status, at most the cap', (whole) => {
    const batch: Batch = { mode: 'atomic', calls: [call, call], upgrade: true }
    expect(limits(batch, [used, used], whole)).toEqual([`0x${(2 * 115_000 + 25_000).toString(16)}`])
    expect(limits(batch, [hungry, hungry], whole)).toEqual(['0x1000000'])
  })

  test('are a usual call’s where nobody can tell', () => {
    const unknown = { status: 'unknown', reason: { why: 'no answer' } } as const
    const untried = { status: 'fails', gas: '0x0', reason: { why: 'no answer' } } as const
    const batch: Batch = { mode: 'sequence', calls: [call, call] }
    expect(limits(batch, [unknown, untried])).toEqual(['0x118c30', '0x118c30'])
  })
})

describe('the L1 fee', () => {
  test('is the oracle’s where there is one, and zero where it is silent', async () => {
    const { asked } = fakeNode({ eth_call: () => '0x7' })
    expect(await estimateL1Fee(8453, ['0x', '0x1234'])).toBe(7n)
    expect(asked).toMatchObject([
      { params: [{ to: '0x420000000000000000000000000000000000000F' }, 'pending'] },
    ])
    for (const answer of [fail, () => '0x', () => null]) {
      fakeNode({ eth_call: answer })
      expect(await estimateL1Fee(8453, ['0x'])).toBe(0n)
    }
  })
})

describe('the tokens among the recipients', () => {
  const abi = parseAbi([
    'function transfer(address to, uint256 amount)',
    'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut)',
  ])
  const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1n] })
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
  const uint = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

  const read = (
    symbol: unknown,
    decimals: unknown,
    calls: Call[] = [{ ...call, data: transfer }],
  ) => {
    const name = () => fail()
    const answers: Record<Hex, () => unknown> = {
      '0x95d89b41': () => symbol,
      '0x313ce567': () => decimals,
      '0x06fdde03': name,
    }
    fakeNode({ eth_call: ({ data }: { data: Hex }) => answers[data]?.() })
    return readTokens(8453, calls.flatMap(tokensOf))
  }

  test.each<[string, unknown, unknown, object]>([
    ['by name', text('USDC'), uint(6n), { symbol: 'USDC', decimals: 6 }],
    [
      'by an old name of 32 bytes',
      stringToHex('MKR', { size: 32 }),
      uint(18n),
      { symbol: 'MKR', decimals: 18 },
    ],
  ])('are told %s', async (_, symbol, decimals, token) => {
    expect(await read(symbol, decimals)).toEqual({ [stranger]: token })
  })

  test.each<[string, unknown, unknown]>([
    ['a sentence', text('Click here to win'), uint(6n)],
    ['letters that run backwards', text('\u202eCDSU'), uint(6n)],
    ['a look-alike', text('USD\u0421'), uint(6n)],
    ['nothing', text(''), uint(6n)],
    ['decimals beyond reason', text('USDC'), uint(37n)],
    ['no decimals', text('USDC'), '0x'],
    ['no answer', '0x', '0x'],
    ['null', null, null],
  ])('are left out where they say %s', async (_, symbol, decimals) => {
    expect(await read(symbol, decimals)).toEqual({})
  })

  test('are both of a swap, and none of a call without data', async () => {
    const data = encodeFunctionData({ abi, functionName: 'swap', args: [alice, bob, 1n, 2n] })
    expect(Object.keys(await read(text('A'), uint(1n), [{ ...call, data }]))).toEqual([alice, bob])
    expect(await read(text('A'), uint(1n), [call, { ...call, data: '0x12345678' }])).toEqual({})
  })
})
