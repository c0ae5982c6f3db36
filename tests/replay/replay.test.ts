import { beforeEach, expect, test } from 'vitest'
import type { Quote } from '@/lib/simulate/quote'
import { emptyDatabase } from '../unit/database'
import { replay } from './replay'
import { short } from './short'

beforeEach(emptyDatabase)

test('every kind of recorded answer is read for what it says', async () => {
  const { faults, last } = await replay(short)
  expect(faults).toEqual([])
  expect(last).toBe(`answers ${short.length} misread 0 uncoded 0 hung 0`)
  expect(short.length).toBeGreaterThan(80)
})

test.each([
  ['any error is a revert', { refusalOf: () => 'reverted' as const }],
  ['any call succeeds', { callOutcome: () => ({ status: 'succeeds', gas: '0x0' }) as const }],
  [
    'the fee of any block is 7',
    {
      offerFees: () =>
        Promise.resolve({
          speeds: { normal: { gasPrice: '0x7' } },
          waits: {},
          baseFee: '0x7',
        } as const),
    },
  ],
  [
    'any quote promises success',
    { quoteBatch: () => Promise.resolve({ verdict: 'succeeds' } as Quote) },
  ],
  ['an exception without a code', { offerFees: () => Promise.reject(new TypeError('null')) }],
])('a planted fault is found: %s', async (_, planted) => {
  const { last } = await replay(short, planted)
  expect(last).not.toMatch(/misread 0 uncoded 0 hung 0$/)
})
