import { describe, expect, test } from 'vitest'
import { encodeAbiParameters, encodeFunctionData, parseAbi, stringToHex, type Hex } from 'viem'
import { gasLimits } from '@/lib/simulate/gas'
import { estimateL1Fee } from '@/lib/simulate/l1Fee'
import { readTokens, tokensOf } from '@/lib/simulate/tokens'
import type { Call } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { fakeNode, nodeError } from '../network/nodes'
import { alice, bob, stranger } from '../people'

const call: Call = { to: stranger, value: '0x0', data: '0x' }
const limited: Call = { ...call, gas: '0x30d40' }
const used = { status: 'succeeds', gas: '0x186a0' } as const
const fail = () => {
  throw nodeError(3, 'reverted')
}

describe('gas limits', () => {
  const limits = (batch: Parameters<typeof gasLimits>[2], outcomes = [used, used]) =>
    gasLimits(8453, alice, { delegate: executor, ...batch }, outcomes)

  test.each<[string, Parameters<typeof gasLimits>[2], Hex[]]>([
    [
      'in order: what each used and 15 %, or what the site set',
      { mode: 'sequence', upgrade: false, calls: [call, limited] },
      ['0x1c138', '0x30d40'],
    ],
    [
      'of one call that the site set',
      { mode: 'one', upgrade: false, calls: [limited] },
      ['0x30d40'],
    ],
    ['of one call: estimated', { mode: 'one', upgrade: false, calls: [call] }, ['0x3828']],
    [
      'of one call for which the site suggests more',
      { mode: 'one', upgrade: false, calls: [call], suggestedGas: '0xffff' },
      ['0xffff'],
    ],
    [
      'of one call for which the site suggests too little',
      { mode: 'one', upgrade: false, calls: [call], suggestedGas: '0x1' },
      ['0x3828'],
    ],
    [
      'atomic: estimated as it is sent',
      { mode: 'atomic', upgrade: false, calls: [call, call] },
      ['0x3828'],
    ],
    [
      'atomic, with a share that the site set for one call',
      { mode: 'atomic', upgrade: false, calls: [call, limited] },
      // 100,000 more than that call used.
      ['0x1bec8'],
    ],
  ])('%s', async (_, batch, gas) => {
    fakeNode({ eth_estimateGas: () => '0x30d5' })
    expect(await limits(batch)).toEqual({ gas })
  })

  const cap: Hex = '0x1000000'
  const above: Call = { ...call, gas: '0x1000001' }
  const hungry = { status: 'succeeds', gas: '0xf00000' } as const

  test.each<[string, Parameters<typeof gasLimits>[2], Hex, Hex[]]>([
    [
      'in order, what a call used with its margin or the site set',
      { mode: 'sequence', upgrade: false, calls: [call, above] },
      ...(['0x1', [cap, cap]] as [Hex, Hex[]]),
    ],
    [
      'of one call, what the site set',
      { mode: 'one', upgrade: false, calls: [above] },
      ...(['0x1', [cap]] as [Hex, Hex[]]),
    ],
    [
      'of one call, the estimate',
      { mode: 'one', upgrade: false, calls: [call] },
      ...(['0xffffff', [cap]] as [Hex, Hex[]]),
    ],
    [
      'of one call, what the site suggests',
      { mode: 'one', upgrade: false, calls: [call], suggestedGas: '0x2000000' },
      ...(['0x1', [cap]] as [Hex, Hex[]]),
    ],
  ])('never exceed the cap: %s', async (_, batch, estimate, gas) => {
    fakeNode({ eth_estimateGas: () => estimate })
    expect(await gasLimits(8453, alice, batch, [hungry, hungry])).toEqual({ gas })
  })

  test('exceed it where they are the estimate of an atomic batch, which then cannot be one', async () => {
    fakeNode({ eth_estimateGas: () => '0xffffff' })
    const { gas } = await limits({ mode: 'atomic', upgrade: true, calls: [call, call] })
    expect(Number(gas[0])).toBeGreaterThan(Number(cap))
  })

  test('do not exceed it where the transaction would fail', async () => {
    fakeNode({ eth_estimateGas: fail })
    const batch = {
      ...{ mode: 'atomic' as const, delegate: executor, upgrade: false, calls: [call, call] },
    }
    const { gas, failure } = await gasLimits(8453, alice, batch, [hungry, hungry])
    expect(gas).toEqual([cap])
    expect(failure).toMatchObject({ code: 3 })
  })

  test.each<[string, () => never, number]>([
    [
      'does not answer',
      () => {
        throw new TypeError('silence')
      },
      4901,
    ],
    [
      'asks to slow down',
      () => {
        throw nodeError(-32005, 'slow down')
      },
      -32005,
    ],
  ])('are none where the node %s: that is no failure of the calls', async (_, silent, code) => {
    fakeNode({ eth_estimateGas: silent })
    for (const mode of ['one', 'atomic'] as const)
      await expect(limits({ mode, upgrade: false, calls: [call] })).rejects.toMatchObject({ code })
  })

  test('are still there where the transaction would fail, with the failure', async () => {
    fakeNode({ eth_estimateGas: fail })
    const { gas, failure } = await limits({ mode: 'atomic', upgrade: true, calls: [call, call] })
    expect(gas).toEqual([`0x${(2 * 115_000 + 25_000).toString(16)}`])
    expect(failure).toMatchObject({ code: 3 })
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
    fakeNode({ eth_call: ({ data }: { data: Hex }) => (data === '0x95d89b41' ? symbol : decimals) })
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
