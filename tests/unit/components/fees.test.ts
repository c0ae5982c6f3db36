import { describe, expect, test } from 'vitest'
import type { Fees } from '@/lib/db'
import { feesOf } from '@/lib/network/feeOffer'
import type { Quote } from '@/lib/simulate/quote'
import { runsOf } from '@/components/calls/runs'
import { priced, pricedViews, speedOf } from '@/components/fees/choice'
import { areFees, readFees, written } from '@/components/fees/gwei'

const own: Fees = { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1' }

/** Returns the parts of a quote that make its price, in a block with that base fee. */
const quoteAt = (base: number, isWhole = true) => {
  const fees = (highest: number): Fees => ({
    maxFeePerGas: `0x${highest.toString(16)}`,
    maxPriorityFeePerGas: '0x1',
  })
  const speeds = {
    normal: fees(2 * base),
    ...(isWhole ? { slow: fees(base), fast: fees(3 * base) } : {}),
  }
  return {
    gas: ['0xa'],
    l1Fee: '0x0',
    spends: '0x0',
    balance: '0xffff',
    unchecked: ['price'],
    offer: { speeds, waits: {} },
  } as unknown as Quote
}

describe('fees that were chosen', () => {
  test('change nothing where somebody else pays', () => {
    const sponsor = { url: 'https://pay.example', isOptional: false, charges: [] }
    const quote = { ...quoteAt(100), sponsor, ceiling: '0x0', isShort: false } as Quote
    expect(priced(quote, 'fast')).toBe(quote)
  })

  test('follow the network where they are a speed, and the ceiling with them', () => {
    for (const base of [100, 200]) {
      const quote = priced(quoteAt(base), 'fast')
      expect(quote.fees).toEqual({
        maxFeePerGas: `0x${(3 * base).toString(16)}`,
        maxPriorityFeePerGas: '0x1',
      })
      expect(BigInt(quote.ceiling)).toBe(BigInt(30 * base))
    }
  })

  test('stay where they are the user’s own', () => {
    for (const base of [100, 200]) {
      const quote = priced(quoteAt(base), own)
      expect(quote).toMatchObject({ fees: own, ceiling: '0x5a' })
      expect(speedOf(own, quoteAt(base).offer)).toBeUndefined()
    }
  })

  test('are those of what confirms it too', async () => {
    const later = { quote: quoteAt(200) }
    const quotes = {
      key: 'x',
      view: { quote: quoteAt(100) },
      confirm: () => Promise.resolve(later),
    }
    const { key, view, confirm } = pricedViews(quotes, 'slow')
    expect([key, view.quote.fees]).toEqual(['x', quotes.view.quote.offer.speeds.slow])
    expect((await confirm()).quote.fees).toEqual(later.quote.offer.speeds.slow)
  })

  test('that cannot be paid leave nothing to say of what was not tried at them', () => {
    expect(priced(quoteAt(100), 'fast').unchecked).toEqual(['price'])
    expect(priced({ ...quoteAt(100), balance: '0x1' }, 'fast').unchecked).toEqual([])
  })

  test('are the normal ones while a speed is not offered, and the speed’s again after', () => {
    const { offer } = quoteAt(100, false)
    expect(feesOf('slow', offer)).toBe(offer.speeds.normal)
    expect(speedOf('slow', offer)).toBe('normal')
    expect(speedOf('slow', quoteAt(100).offer)).toBe('slow')
  })
})

describe('fees as they are written', () => {
  const number = 'Max fee must be a number in gwei above zero, such as 1.5.'
  const tip = 'Priority fee must be a number in gwei, such as 0.01.'

  test.each<[string, string | undefined, object]>([
    ['1.5', '0.01', { maxFeePerGas: '0x59682f00', maxPriorityFeePerGas: '0x989680' }],
    [' 2 ', '2', { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x77359400' }],
    ['1', '0', { maxFeePerGas: '0x3b9aca00', maxPriorityFeePerGas: '0x0' }],
    ['0.000000001', '0', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x0' }],
    ['1', undefined, { gasPrice: '0x3b9aca00' }],
    ['', '1', { highest: number }],
    ['0', '0', { highest: number }],
    ['1,5', '0', { highest: number }],
    ['-1', '0', { highest: number }],
    ['1e3', '0', { highest: number }],
    ['0x1', '0', { highest: number }],
    ['1.0000000001', '0', { highest: number }],
    ['12345678901', '0', { highest: number }],
    ['1', '', { tip }],
    ['x', 'y', { highest: number, tip }],
    [
      '1',
      '1.1',
      { tip: 'Priority fee must not exceed the max fee. Lower it, or raise the max fee.' },
    ],
    ['', undefined, { highest: 'Gas price must be a number in gwei above zero, such as 1.5.' }],
  ])('%j and %j', (highest, second, expected) => {
    const read = readFees({ highest, ...(second === undefined ? {} : { tip: second }) })
    expect(read).toEqual(expected)
    expect(areFees(read)).toBe(!('tip' in expected || 'highest' in expected))
    if (areFees(read)) expect(readFees(written(read))).toEqual(read)
  })
})

test.each([
  ['0xab', '0xAB', [['0xab', false]]],
  [
    '0xab12cd',
    '0xab34cd',
    [
      ['0xab', false],
      ['12', true],
      ['cd', false],
    ],
  ],
  [
    '0x12',
    '0x31',
    [
      ['0x', false],
      ['12', true],
    ],
  ],
])('what %s does not share with %s', (address, other, runs) => {
  expect(runsOf(address, other)).toEqual(runs.map(([text, differs]) => ({ text, differs })))
})
