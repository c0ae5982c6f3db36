import { expect, test } from 'vitest'
import { changedSince } from '@/lib/batch/changedSince'
import { doubtsOfChange } from '@/lib/approvals/changeDoubts'
import { risksOf } from '@/lib/approvals/danger'
import { makeBatch } from '../batch/batches'
import { change, outcome } from '../simulate/outcomes'

const coin = { standard: 'native' } as const
const spent = outcome({ mode: 'one', delegate: null, changes: [change(coin, -1_000)] })
const { verdict, changes, allowances } = spent
const expected = { verdict, changes, allowances }
const doubtsOf = (now: typeof spent) =>
  doubtsOfChange(changedSince(makeBatch({ mode: 'one', expected }), 0, now))

test('what would do worse takes a second step, and what would fail says that', () => {
  expect(doubtsOf(spent)).toEqual([])
  const worse = doubtsOf({ ...spent, changes: [change(coin, -2_000)] })
  expect(worse).toEqual(['worse outcome'])
  expect(risksOf(worse)).toEqual(['worse outcome'])
  expect(doubtsOf({ ...spent, verdict: 'fails', changes: [] })).toEqual(['fails'])
})
