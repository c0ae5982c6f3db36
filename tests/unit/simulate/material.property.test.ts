import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { materialChanges, worstOf } from '@/lib/simulate/material'
import { bob } from '../accounts'
import { allowance, change, dai, kinds, outcome, token, usdc } from './outcomes'

const amount = fc.bigInt({ min: 1n, max: 2n ** 128n })
const pair = fc.record({ pay: amount, get: amount, left: amount })
const of = ({ pay, get, left }: { pay: bigint; get: bigint; left: bigint }) =>
  outcome({
    changes: [change(token(usdc), -pay), change(token(dai), get)],
    allowances: [allowance(left)],
  })

describe('for all amounts', () => {
  test('an improvement never disarms', () => {
    fc.assert(
      fc.property(pair, amount, amount, amount, ({ pay, get, left }, less, more, fewer) => {
        const better = { pay: pay > less ? pay - less : 1n, get: get + more }
        const now = { ...better, left: left > fewer ? left - fewer : 0n }
        expect(materialChanges(of({ pay, get, left }), of(now))).toEqual([])
      }),
    )
  })

  test('a loss disarms exactly where it is above 0.5 % of what was armed', () => {
    fc.assert(
      fc.property(amount, amount, (armed, now) => {
        const get = (value: bigint) => outcome({ changes: [change(token(dai), value)] })
        const pay = (value: bigint) => outcome({ changes: [change(token(usdc), -value)] })
        const isMaterial = (by: bigint) => by * 200n > armed
        expect(kinds(get(armed), get(now))).toEqual(isMaterial(armed - now) ? ['amount'] : [])
        expect(kinds(pay(armed), pay(now))).toEqual(isMaterial(now - armed) ? ['amount'] : [])
      }),
    )
  })

  test('slow drift counts: steps that each go by are caught together', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 6n, max: 2n ** 128n }), (start) => {
        const get = (value: bigint) => outcome({ changes: [change(token(dai), value)] })
        const steps = Array.from(
          { length: 10 },
          (_, step) => start - (start * BigInt(step)) / 1000n,
        )
        steps.slice(1).forEach((value, index) => {
          expect(materialChanges(get(steps[index] ?? 0n), get(value))).toEqual([])
        })
        expect(kinds(get(start), get(steps[9] ?? 0n))).toEqual(['amount'])
      }),
    )
  })

  test('within the worst of two, neither of them disarms', () => {
    fc.assert(
      fc.property(pair, pair, (one, other) => {
        const worst = worstOf(of(one), of(other))
        expect(materialChanges(worst, of(one))).toEqual([])
        expect(materialChanges(worst, of(other))).toEqual([])
        expect(worst).toEqual(
          of({
            pay: one.pay > other.pay ? one.pay : other.pay,
            get: one.get < other.get ? one.get : other.get,
            left: one.left > other.left ? one.left : other.left,
          }),
        )
      }),
    )
  })
})

test('the worst of allowances keeps those that only one of the two has', () => {
  const worst = worstOf(
    outcome({ allowances: [allowance('all')] }),
    outcome({ allowances: [allowance(1n), allowance(2n, { spender: bob })] }),
  )
  expect(worst.allowances.map(({ left }) => left)).toEqual(['all', '0x2'])
})
