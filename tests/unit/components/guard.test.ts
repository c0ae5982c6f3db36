import { describe, expect, test } from 'vitest'
import { acceptedHashes, guardOf, guardOn, type Guard } from '@/components/calls/guard'
import { hashOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Outcome } from '@/lib/db/outcome'
import { bob } from '../accounts'
import { allowance, change, dai, outcome, token, usdc } from '../simulate/outcomes'

const shown = (outcome: Outcome) => ({ outcome, hash: hashOutcome(outcome) })

const getting = (get: number, over: Partial<Outcome> = {}) =>
  shown(outcome({ changes: [change(token(usdc), -1000), change(token(dai), get)], ...over }))

/** Returns the guard after these outcomes were shown at these times, in ms. */
const after = (
  first: number,
  ...rest: [get: number, at: number, over?: Partial<Outcome>][]
): Guard =>
  rest.reduce(
    (guard, [get, at, over]) => guardOn(guard, getting(get, over), at),
    guardOf(getting(first)),
  )

const armed = ({ armed }: Guard) => BigInt(armed.changes[1]?.amount ?? 0)

test('what does not matter leaves the same outcome armed', () => {
  expect(after(2000, [1995, 1], [1991, 2])).toMatchObject({ turn: 0, marks: [], bounded: [] })
  expect(armed(after(2000, [3000, 1], [1995, 2]))).toBe(2000n)
})

test('slow drift disarms once it is more than 0.5 % in all', () => {
  expect(after(2000, [1996, 1], [1992, 2]).turn).toBe(0)
  const guard = after(2000, [1996, 1], [1992, 2], [1989, 3])
  expect(guard).toMatchObject({ turn: 1, bounded: [] })
  expect(guard.marks).toEqual([
    { kind: 'amount', key: `erc20 ${dai}`, was: change(token(dai), 2000) },
  ])
  expect(armed(guard)).toBe(1989n)
})

describe('disarmed twice within 10 s', () => {
  test('the worst that was seen is armed, and values within it leave it so', () => {
    const guard = after(2000, [1900, 0], [2100, 1000], [1800, 9_999])
    expect(guard).toMatchObject({ turn: 2, bounded: [`erc20 ${dai}`] })
    expect(armed(guard)).toBe(1800n)
    const within = [1800, 2500, 1801, 5000, 1795].reduce(
      (guard, get, index) => guardOn(guard, getting(get), 10_000 + index),
      guard,
    )
    expect(within).toMatchObject({ turn: 2 })
    expect(armed(within)).toBe(1800n)
  })

  test('worse than that disarms once more, and is the bound from then on', () => {
    const guard = after(2000, [1900, 0], [1800, 10], [1700, 60_000])
    expect(guard).toMatchObject({ turn: 3, bounded: [`erc20 ${dai}`] })
    expect(armed(guard)).toBe(1700n)
  })

  test('accepts the outcomes that the worst is made of', () => {
    const guard = after(2000, [1900, 0], [2100, 5], [1800, 10], [2500, 20])
    expect(acceptedHashes(guard, getting(2500).hash)).toEqual(
      [2000, 1900, 1800].map((get) => getting(get).hash),
    )
  })

  test('bounds allowances too', () => {
    const guard = after(
      2000,
      [2000, 0, { allowances: [allowance(5n)] }],
      [2000, 1, { allowances: [allowance(7n)] }],
      [2000, 2, { allowances: [allowance(6n)] }],
    )
    expect(guard).toMatchObject({ turn: 2, armed: { allowances: [{ left: '0x7' }] } })
    expect(guard.bounded).toHaveLength(1)
  })
})

test('twice within more than 10 s, the outcome itself is armed each time', () => {
  const guard = after(2000, [1900, 0], [1800, 10_000])
  expect(guard).toMatchObject({ turn: 2, bounded: [] })
  expect(acceptedHashes(guard, getting(1800).hash)).toEqual([getting(1800).hash])
})

test.each<[string, Partial<Outcome>]>([
  ['the verdict', { verdict: 'fails', failing: 0 }],
  ['a recipient', { recipients: [bob] }],
  ['how it runs', { mode: 'sequence' }],
  ['the assets', { changes: [change(token(bob), 1)] }],
])('no worst value stands for %s: the outcome itself is armed', (_, over) => {
  const guard = after(2000, [1900, 0], [1800, 1], [1800, 2, over])
  expect(guard).toMatchObject({ turn: 3, bounded: [] })
  expect(guard.armed).toEqual(getting(1800, over).outcome)
  expect(guard.by).toEqual([getting(1800, over).hash])
})

test('a decision names no more outcomes than it has to', () => {
  const guard = after(
    1_000_000,
    ...Array.from({ length: 100 }, (_, n): [number, number] => [1_000_000 - n * 10_000 - 1, n]),
  )
  expect(acceptedHashes(guard, '0x')).toHaveLength(32)
})
