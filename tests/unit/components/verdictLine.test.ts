import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VerdictLine } from '@/components/approvals/VerdictLine'
import layout from '@/components/ui/layout.module.css'
import { dangerOf, isGrave, type Doubt } from '@/lib/approvals/danger'
import type { Quote } from '@/lib/simulate/quote'

const quote = {
  verdict: 'succeeds',
  mode: 'one',
  calls: [{ status: 'succeeds', gas: '0x1' }],
  unchecked: [],
  block: { number: '0x1', hash: null },
} as unknown as Quote

const shown = (...doubts: Doubt[]): string =>
  renderToStaticMarkup(createElement(VerdictLine, { quote, guard: undefined, doubts }))

/** Every doubt that a batch or its site can raise while its calls succeed. */
const raised: Doubt[] = [
  'unlimited allowance',
  'unnamed allowance',
  'unnamed payment',
  'poor return',
  'given right',
  'unread call',
  'look-alike receiver',
  'false token',
  'unchecked name',
  'imitated site',
  'phishing site',
  'worse outcome',
  'fee above amount',
  'fee above share',
  'fee above usual',
]

test('success is green where nothing takes more than a look', () => {
  for (const doubts of [[], ['unlisted token']] as Doubt[][]) {
    expect(shown(...doubts)).toContain(layout.good)
    expect(shown(...doubts)).toContain('It succeeds')
  }
})

test.each(raised)('success is not green beside: %s', (doubt) => {
  expect(dangerOf([doubt]) === 'two steps' || isGrave([doubt])).toBe(true)
  expect(shown(doubt)).not.toContain(layout.good)
  expect(shown(doubt)).toContain(layout.warn)
})

test('where only the fee is doubted, no warning stands above that could be read', () => {
  expect(shown('fee above share')).toContain('It succeeds')
  expect(shown('fee above share', 'unnamed payment')).toContain('Read the warning above')
})
