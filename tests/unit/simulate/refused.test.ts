import { beforeEach, describe, expect, test, vi } from 'vitest'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { fakeNode, nodeError, type Answers } from '../network/fakeNode'
import { call, callsIn, connectOnBase, request, simulates, succeeds, well } from './simulatingNode'
import type { Payload } from './simulatingNode'

beforeEach(connectOnBase)

/** Quotes on a node without `eth_simulateV1` that refuses what else is tried. */
const alone = (answers: Answers, calls: readonly object[] = [call], change: object = {}) => {
  const { asked } = fakeNode({
    ...well,
    eth_simulateV1: () => {
      throw nodeError(-32601, 'the method eth_simulateV1 does not exist')
    },
    ...answers,
  })
  return quoteBatch(request({ calls: calls as never, ...change })).then((quote) => ({
    quote,
    asked,
  }))
}

const refuses =
  (...error: Parameters<typeof nodeError>) =>
  () => {
    throw nodeError(...error)
  }

describe('a node that cannot simulate, and refuses to try', () => {
  test.each([
    [-32000, 'header not found'],
    [-32000, 'block not found: 18446744073709551615'],
    [-32000, 'gas required exceeds allowance (30000000)'],
    [-32000, 'execution aborted (timeout = 5s)'],
    [-32000, 'fee cap less than block base fee'],
    [-32000, 'intrinsic gas too low: gas 0, minimum needed 21000'],
    [-32602, 'Invalid block param (block not found)'],
    [-32602, 'invalid argument 0: unknown field'],
    [-32603, 'Internal error'],
    [-32601, 'Method not found'],
    [-32604, 'Method not enabled'],
    [-32003, 'sender is not an EOA'],
    [-32003, 'max initcode size exceeded'],
    [-32003, 'Intrinsic gas exceeds gas limit'],
    [-32004, 'eth_estimateGas - Method not supported'],
    [-32005, 'Transaction gas limit exceeds block gas limit'],
    [-32007, 'Sender account not authorized to send transactions'],
  ])('gives no verdict, but its words: %i %s', async (code, message) => {
    const error = refuses(code, message)
    const { quote } = await alone({ eth_estimateGas: error })
    expect(quote.verdict).toBe('unknown')
    expect(quote.calls).toEqual([{ status: 'unknown', reason: { why: 'node', text: message } }])
    expect(quote.failing).toBeUndefined()
  })

  test.each([
    [3, 'execution reverted', '0x08c379a0', { why: 'reverted', data: '0x08c379a0', size: 4 }],
    [-32000, 'execution reverted', undefined, { why: 'reverted', data: '0x', size: 0 }],
    [
      -32015,
      'VM execution error.',
      'Reverted 0x1234abcd',
      { why: 'reverted', data: '0x1234abcd', size: 4 },
    ],
    [-32000, 'out of gas', undefined, { why: 'node', text: 'out of gas' }],
    [
      -32003,
      'EVM error: InvalidFEOpcode',
      undefined,
      { why: 'node', text: 'EVM error: InvalidFEOpcode' },
    ],
    [-32000, 'Invalid opcode: 0xfe', undefined, { why: 'node', text: 'Invalid opcode: 0xfe' }],
    [
      -32000,
      'execution reverted: insufficient funds',
      undefined,
      { why: 'node', text: 'insufficient funds' },
    ],
    [-32000, 'insufficient funds for transfer', undefined, { why: 'balance' }],
    [-32004, 'Upfront cost exceeds account balance', undefined, { why: 'balance' }],
  ])('fails where the EVM says so: %i %s', async (code, message, data, reason) => {
    const { quote } = await alone({ eth_call: refuses(code, message, data) })
    expect(quote).toMatchObject({ verdict: 'fails', failing: { index: 0, reason } })
  })

  test.each([
    [429, 'exceeded its compute units per second capacity'],
    [-32016, 'over rate limit'],
    [-32007, '20/second request limit reached'],
  ])('asks to slow down, which is no verdict either: %i', async (code, message) => {
    const slow = refuses(code, message)
    const all = { eth_estimateGas: slow, eth_call: slow, eth_simulateV1: slow }
    await expect(alone(all)).rejects.toMatchObject({ code: -32005 })
  })

  test('words that a contract chose are never the node’s', async () => {
    const said = refuses(3, 'execution reverted: too many requests')
    const { quote } = await alone({ eth_call: said, eth_estimateGas: said })
    expect(quote.verdict).toBe('fails')
  })
})

describe('a node that takes no override for an estimate', () => {
  const tooMany = (_call: unknown, _block: unknown, override?: unknown) => {
    if (override) throw nodeError(-32602, 'too many arguments, want at most 2')
    return '0x5208'
  }

  test('is asked without, and the whole transaction stays unknown', async () => {
    const { quote } = await alone({ eth_estimateGas: tooMany }, [call, call])
    expect(quote).toMatchObject({ mode: 'atomic', upgrade: true, verdict: 'unknown' })
    expect(quote.calls).toEqual([
      { status: 'succeeds', gas: '0x5208' },
      { status: 'succeeds', gas: '0x5208' },
    ])
  })

  test('still tells that the whole one reverts', async () => {
    const whole = (asked: { from: string; to: string }) => {
      if (asked.from === asked.to) throw nodeError(3, 'execution reverted')
      return '0x'
    }
    const { quote } = await alone({ eth_estimateGas: tooMany, eth_call: whole }, [call, call])
    expect(quote.verdict).toBe('fails')
  })
})

describe('a node that lets a call send more than the account has', () => {
  const half = { ...call, value: '0xb1a2bc2ec500000' as const }

  test('does not make it succeed', async () => {
    const { quote } = await alone({}, [{ ...half, value: '0xffffffffffffffff' }])
    expect(quote).toMatchObject({
      verdict: 'fails',
      failing: { index: 0, reason: { why: 'balance' } },
    })
  })

  test('nor a batch that does so in sum, of which the node knows nothing else', async () => {
    const { quote } = await alone({}, [half, half])
    expect(quote).toMatchObject({ mode: 'atomic', verdict: 'unknown' })
    const { quote: paid } = await alone({ eth_getBalance: () => '0xffffffffffffffffff' }, [
      half,
      half,
    ])
    expect(paid.verdict).toBe('succeeds')
  })
})

test('a gas limit of the site below what nodes accept leaves the simulation on', async () => {
  const seen: number[] = []
  fakeNode({
    ...well,
    eth_simulateV1: (payload: Payload) => {
      const limits = callsIn(payload).map(({ gas }) => Number(gas))
      seen.push(...limits)
      if (limits.some((limit) => limit < 21_000))
        throw nodeError(-38013, 'intrinsic gas too low: gas 1, minimum needed 21000')
      return simulates(() => succeeds)(payload)
    },
  })
  const low = { ...call, gas: '0x1' as const }
  for (const wanted of ['sequence', 'atomic'] as const) {
    const quote = await quoteBatch(request({ calls: [low, low] }), wanted)
    expect(quote).toMatchObject({ mode: wanted, verdict: 'succeeds', unchecked: [] })
    expect(quote.calls.every(({ status }) => status === 'succeeds')).toBe(true)
  }
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(21_000)
})

test.each([
  ['eth_getBalance', null],
  ['eth_getCode', null],
])('%s answers null: an error with a code, no quote', async (method, result) => {
  fakeNode({ ...well, [method]: () => result })
  await expect(quoteBatch(request())).rejects.toMatchObject({ code: -32603 })
})

test('a node without the pending block is asked for the latest one, and the quote says so', async () => {
  const { asked } = fakeNode(well)
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: { body: string }) => {
    const { id, params } = JSON.parse(init.body) as { id: number; params: unknown[] }
    const error = { code: -32602, message: '"pending" is not yet supported' }
    return params.includes('pending')
      ? Promise.resolve(new Response(JSON.stringify({ jsonrpc: '2.0', id, error })))
      : real(url, init)
  })
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20 * 60_000)
  expect(await quoteBatch(request())).toMatchObject({
    verdict: 'succeeds',
    unchecked: ['pending'],
  })
  later.mockRestore()
  expect(asked.some(({ params }) => params.includes('latest'))).toBe(true)
})
