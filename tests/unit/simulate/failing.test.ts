import { describe, expect, test } from 'vitest'
import type { Mode } from '@/lib/db'
import { bob } from '../accounts'
import { out, pay, token, useOddContracts } from './oddQuotes'
import { tooPoor } from './reasons'

const { at, contracts, quoted, usdc } = useOddContracts()
const modes: readonly Mode[] = ['atomic', 'sequence']

describe('a batch that fails', () => {
  const tooMuch = () => usdc('transfer', bob, 2n ** 200n)

  test.each([0, 1, 2])('names its call %s, in both modes', async (index) => {
    const calls = [pay(1n), pay(2n)]
    calls.splice(index, 0, tooMuch())
    for (const mode of modes) {
      const quote = await quoted(calls, mode)
      expect(quote).toMatchObject({ mode, verdict: 'fails', unchecked: [] })
      expect(quote.failing).toMatchObject({
        index,
        reason: tooPoor,
      })
      // In mode `sequence`, the calls before the failing one take effect.
      const sent = index === 0 ? 0n : index === 1 ? 1n : 3n
      const isDone = mode === 'sequence' && sent > 0n
      expect(quote.changes).toEqual(isDone ? [out({ standard: 'native' }, sent)] : [])
    }
  })

  test('by sending more than there is names the call, also behind what came in', async () => {
    const wei = 10_000n * 10n ** 18n
    for (const mode of modes) {
      const quote = await quoted([pay(1n), usdc('approve', bob, 1n), pay(wei), pay(1n)], mode)
      expect(quote).toMatchObject({
        verdict: 'fails',
        failing: { index: 2, reason: { why: 'balance' } },
      })
      expect(quote.calls.map(({ status }) => status)).toEqual([
        'succeeds',
        'succeeds',
        'fails',
        'unknown',
      ])
    }
    const counter = { ...pay(wei / 2n), to: at('counter').address }
    const back = at('counter').call('pay', wei / 4n)
    const paid = [counter, pay(wei / 4n), back, pay(wei / 3n), pay(wei / 4n)]
    for (const mode of modes) {
      const quote = await quoted(paid, mode)
      expect(quote).toMatchObject({ verdict: 'fails', failing: { index: 4 } })
    }
    expect(await quoted(paid.slice(0, 4), 'atomic')).toMatchObject({ verdict: 'succeeds' })
    expect(await quoted([pay(2n * wei)])).toMatchObject({
      verdict: 'fails',
      failing: { index: 0, reason: { why: 'balance' } },
    })
  })
})

describe('gas', () => {
  test('is enough for what looks at how much is left', async () => {
    const careful = at('counter').call('careful')
    for (const [calls, mode] of [
      [[careful], 'one'],
      [[pay(1n), careful], 'atomic'],
      [[pay(1n), careful], 'sequence'],
    ] as const) {
      const quote = await quoted([...calls], mode)
      expect(quote.verdict).toBe('succeeds')
      expect(Number(quote.gas.at(-1))).toBeGreaterThan(400_000)
    }
  })

  test('that the site set is what a call is tried with', async () => {
    const careful = { ...at('counter').call('careful'), gas: '0x15f90' as const }
    expect(await quoted([careful])).toMatchObject({
      gas: ['0x15f90'],
      verdict: 'fails',
      failing: { index: 0 },
    })
    expect(await quoted([pay(1n), careful], 'sequence')).toMatchObject({
      verdict: 'fails',
      failing: { index: 1 },
    })
  })
})

test.each([1, 10, 100, 500])('%s calls are quoted, all they move counted', async (count) => {
  const calls = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? pay(1n) : usdc('transfer', bob, 1n),
  )
  const even = BigInt(Math.ceil(count / 2))
  const quote = await quoted(calls, 'sequence')
  expect(quote).toMatchObject({ verdict: 'succeeds', unchecked: [] })
  expect(quote.gas).toHaveLength(count)
  expect(quote.changes).toEqual([
    out({ standard: 'native' }, even),
    ...(count > 1 ? [out(token(contracts().usdc), BigInt(count) - even)] : []),
  ])
})
