import { expect, test } from 'vitest'
import { verdictExpected } from '@/lib/batch/expected'
import type { Expected, Verdict } from '@/lib/db/outcome'

const outcome = (verdict: Verdict): Expected => ({
  verdict,
  changes: [],
  allowances: [],
})

test.each(['succeeds', 'fails', 'unknown'] as const)(
  'the accepted verdict is %s, in an outcome as in what older versions stored',
  (verdict) => {
    expect(verdictExpected({ expected: outcome(verdict) })).toBe(verdict)
    expect(verdictExpected({ expected: verdict })).toBe(verdict)
  },
)

test('without a verdict there is none', () => {
  expect(verdictExpected({})).toBeUndefined()
})
