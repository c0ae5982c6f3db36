import { numberToHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { knownFact } from '@/lib/network/facts'
import { bob } from '../accounts'
import { pay, useOddContracts } from './oddQuotes'
import { tooPoor } from './reasons'

const { contracts, quoted, usdc } = useOddContracts()

/** The real chain of the test, but for one method, which is broken on purpose; keeps what was asked. */
const without = (method: string, answer: (id: number) => Response | Promise<never>) => {
  const real = globalThis.fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init: { body: string }) => {
    const { id, method: wanted } = JSON.parse(init.body) as { id: number; method: string }
    asked.push(wanted)
    return wanted === method ? answer(id) : real(url, init)
  })
  return asked
}

const error = (code: number, message: string) => (id: number) =>
  new Response(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))

const old = () => without('eth_simulateV1', error(-32601, 'Method not found'))

describe('a node that cannot simulate', () => {
  test('tries the transaction as it is, says what it could not see, and is not asked a third time', async () => {
    const now = vi.spyOn(Date, 'now')
    const asked = old()
    const { usdc: token } = contracts()
    const calls = [usdc('approve', bob, 5n), usdc('transfer', bob, 5n)]
    const quote = await quoted(calls)
    expect(quote).toMatchObject({
      mode: 'atomic',
      verdict: 'succeeds',
      changes: [],
      allowances: [],
      unchecked: ['changes', 'allowances'],
    })
    expect(quote.calls).toMatchObject([{ status: 'succeeds' }, { status: 'succeeds' }])
    expect(quote.tokens[token]).toMatchObject({ symbol: 'lUSDC', decimals: 6 })
    // Both questions of one quote may have met the same node of several.
    expect(await knownFact('simulate:31337')).toBeUndefined()
    now.mockReturnValue(Date.now() + 5_000)
    await quoted(calls)
    expect(await knownFact('simulate:31337')).toBe(false)
    await quoted(calls)
    const simulations = asked.filter((method) => method === 'eth_simulateV1')
    now.mockRestore()
    // The third quote asks none.
    expect(simulations).toHaveLength(4)
  })

  test('but answers the next time is not taken for one that never can', async () => {
    const now = vi.spyOn(Date, 'now')
    const real = globalThis.fetch
    old()
    await quoted([pay(1n)])
    vi.stubGlobal('fetch', real)
    expect((await quoted([pay(1n)])).unchecked).toEqual([])
    now.mockReturnValue(Date.now() + 5_000)
    old()
    await quoted([pay(1n)])
    now.mockRestore()
    expect(await knownFact('simulate:31337')).toBeUndefined()
  })

  test('names the call that fails where the transaction says so, and none that fails only alone', async () => {
    old()
    const calls = [pay(1n), usdc('transfer', bob, 2n ** 200n)]
    expect(await quoted(calls)).toMatchObject({
      verdict: 'fails',
      failing: {
        index: 1,
        reason: tooPoor,
      },
    })
    const quote = await quoted(calls, 'sequence')
    expect(quote).toMatchObject({
      verdict: 'unknown',
      unchecked: ['changes', 'allowances', 'order'],
    })
    expect(quote.calls).toMatchObject([
      { status: 'succeeds' },
      { status: 'unknown', reason: { why: 'alone', reason: tooPoor } },
    ])
  })

  test('proves nothing in order but that the first fails', async () => {
    old()
    expect(await quoted([pay(1n), pay(2n)], 'sequence')).toMatchObject({ verdict: 'unknown' })
    const calls = [usdc('transfer', bob, 2n ** 200n), pay(1n)]
    expect(await quoted(calls, 'sequence')).toMatchObject({
      verdict: 'fails',
      failing: { index: 0 },
    })
  })

  test('says of one call whether it succeeds, and why not', async () => {
    old()
    expect(await quoted([pay(1n)])).toMatchObject({ verdict: 'succeeds' })
    expect(await quoted([pay(10n ** 30n)])).toMatchObject({
      verdict: 'fails',
      failing: { index: 0, reason: { why: 'balance' } },
    })
  })
})

describe('a simulation that does not come', () => {
  test.each<[string, Parameters<typeof without>[1]]>([
    ['by silence', () => Promise.reject(new TypeError('silence'))],
    ['in no JSON', () => new Response('gateway timeout', { status: 504 })],
  ])('%s never reads as safe', async (_, answer) => {
    without('eth_simulateV1', answer)
    for (const calls of [[pay(1n)], [pay(1n), pay(2n)]]) {
      const quote = await quoted(calls)
      expect(quote.verdict).toBe('unknown')
      expect(quote.unchecked).toEqual(['changes', 'allowances', 'transaction', 'order'])
      expect(quote.calls.every(({ status }) => status === 'unknown')).toBe(true)
      expect(Number(quote.gas[0])).toBeGreaterThan(1_000_000)
    }
    expect(await knownFact('simulate:31337')).toBeUndefined()
  })

  test('because the node asks to slow down is no quote', async () => {
    without('eth_simulateV1', () => new Response('', { status: 429 }))
    await expect(quoted([pay(1n)])).rejects.toMatchObject({ code: -32005 })
  })
})

test('a deployment, which some nodes do not simulate, is estimated', async () => {
  // Init code that deploys an empty contract.
  const quote = await quoted([{ to: null, value: numberToHex(0), data: '0x60006000f3' }])
  expect(quote).toMatchObject({ mode: 'one', verdict: 'succeeds' })
  expect(quote.unchecked).toContain('changes')
})
