import { expect, test } from 'vitest'
import type { Doubt } from '@/lib/approvals/danger'
import { doubtsOfFee, type FeeScale } from '@/lib/approvals/feeDoubts'

/** A fee of 100 wei where each bound is met exactly: 10 wei a gas, ten gas. */
const bound: FeeScale = { ceiling: 100n, price: 10n, balance: 10_000n, usual: 1n, sent: 100n }

test.each<[string, Partial<FeeScale>, Doubt[]]>([
  ['at every bound', {}, []],
  ['of nothing', { ceiling: 0n, price: 0n, balance: 0n, sent: 0n }, []],
  ['a wei above the amount sent', { sent: 99n }, ['fee above amount']],
  ['of a call that sends nothing and does nothing', { sent: 0n }, ['fee above amount']],
  ['of a call that does something else', { sent: undefined }, []],
  ['above 1 % of the balance', { balance: 9_999n }, ['fee above share']],
  ['of an account without coin', { balance: 0n }, ['fee above share']],
  ['above ten times the usual price', { price: 11n }, ['fee above usual']],
  ['where the usual price is unknown', { price: 11n, usual: undefined }, []],
  [
    'above all',
    { ceiling: 101n, price: 11n },
    ['fee above amount', 'fee above share', 'fee above usual'],
  ],
])('a fee %s', (_, over, doubts) => {
  expect(doubtsOfFee({ ...bound, ...over })).toEqual(doubts)
})
