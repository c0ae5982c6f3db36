import { expect, test } from 'vitest'
import { confirmed } from '@/components/approvals/confirmed'
import { doubtsOfCost, doubtsOfQuote } from '@/components/approvals/doubts'
import { priced } from '@/components/fees/choice'
import type { Doubt } from '@/lib/approvals/danger'
import type { Fees } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'

const feesAt = (base: number): Fees => ({
  maxFeePerGas: `0x${(2 * base).toString(16)}`,
  maxPriorityFeePerGas: '0x1',
})

/** A quote at a base fee of `base` wei, at the normal speed; its gas is 10. */
const sightAt = (base: number, over: Partial<Quote> = {}) => {
  const quote = {
    verdict: 'succeeds',
    parties: [],
    allowances: [],
    gas: ['0xa'],
    l1Fee: '0x64',
    spends: '0x0',
    changes: [],
    balance: '0x989680',
    unchecked: [],
    offer: {
      speeds: { normal: feesAt(base) },
      waits: {},
      baseFee: `0x${base.toString(16)}`,
      usual: '0x64',
    },
    ...over,
  } as unknown as Quote
  return { quote: priced(quote, 'normal') }
}

const shown = sightAt(100)

/** Returns the terms that a click on `shown` approves once the network has moved to `now`, or why it does not. */
const approved = (now: typeof shown, accepted: readonly Doubt[] = [], sent?: bigint) => {
  const found = confirmed(shown, now, accepted, (quote) => [
    ...doubtsOfQuote(quote),
    ...doubtsOfCost(quote, sent),
  ])
  return typeof found === 'string' ? found : found.quote
}

test('what has not changed is approved as it is', () => {
  expect(approved(shown)).toBe(shown.quote)
})

test('what became cheaper is approved at its own fees', () => {
  expect(approved(sightAt(90))).toMatchObject({ fees: feesAt(90), ceiling: '0x708' })
})

test.each([101, 110, 200])('at a base fee of %i the fees that were shown are signed', (base) => {
  expect(approved(sightAt(base))).toMatchObject({ fees: feesAt(100), ceiling: '0x7d0' })
})

test('fees that were shown and no block takes any more approve nothing', () => {
  expect(approved(sightAt(201))).toBe('dearer')
  expect(approved(sightAt(5_000))).toBe('dearer')
})

test.each<[string, Partial<Quote>, 'dearer' | 'changed']>([
  ['more gas', { gas: ['0xb'] }, 'dearer'],
  ['a higher L1 fee', { l1Fee: '0x65' }, 'dearer'],
  ['a balance that is too low', { balance: '0x833' }, 'changed'],
  ['a balance of which the fee is too large a share', { balance: '0x3333' }, 'changed'],
  ['a usual price far below', { offer: { ...shown.quote.offer, usual: '0x13' } }, 'changed'],
  ['a call that cannot be read', { unchecked: ['rights'] }, 'changed'],
  ['calls that fail', { verdict: 'fails' }, 'changed'],
  ['another delegate', { blocked: 'other delegate' }, 'changed'],
])('%s approves nothing, and is named', (_, over, why) => {
  expect(approved(sightAt(100, over))).toBe(why)
})

test('a doubt that was accepted stops nothing', () => {
  const dear = sightAt(100, { balance: '0x3333' })
  expect(approved(dear, ['fee above share'])).toBe(dear.quote)
  expect(approved(shown, [], 2_000n)).toBe('changed')
  expect(approved(shown, ['fee above amount'], 2_000n)).toBe(shown.quote)
})

test('a lower price and less gas make room for a higher L1 fee', () => {
  const now = sightAt(90, { l1Fee: '0xc8' })
  expect(approved(now)).toBe(now.quote)
})

test('a balance that falls short approves nothing, whatever was accepted', () => {
  const accepted: Doubt[] = ['fee above share']
  expect(approved(sightAt(100, { balance: '0x834' }), accepted)).toBeTypeOf('object')
  expect(approved(sightAt(100, { balance: '0x833' }), accepted)).toBe('changed')
})
