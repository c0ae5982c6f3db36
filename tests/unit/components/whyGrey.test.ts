import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unless, withSeen, type Readiness } from '@/components/approvals/approvable'
import { approvable } from '@/components/approvals/approval'
import { sentences } from '@/components/approvals/GreyLine'
import { reasons, whyGrey } from '@/components/approvals/whyGrey'
import { languages } from '@/components/text/messages'
import type { Quote } from '@/lib/simulate/quote'

const decision = { decision: {}, seen: 'calls' }
const edit = { index: 0, amount: '0x1' } as const

describe('of all reasons why Approve is grey', () => {
  test.each(reasons.map((reason, at) => [reason, reasons.slice(at)] as const))(
    '%s is said before those that stand below it, in whatever order they come',
    (reason, rest) => {
      expect(whyGrey(rest)).toBe(reason)
      expect(whyGrey(rest.toReversed())).toBe(reason)
      expect(whyGrey([undefined, false, reason])).toBe(reason)
    },
  )

  test('none is said where none holds', () => {
    expect(whyGrey([])).toBeUndefined()
    expect(whyGrey([false, undefined])).toBeUndefined()
  })

  test('what ends a request comes first, then what the user can do, then what passes', () => {
    expect(whyGrey(['limit unset', 'simulation', 'too little', 'arming'])).toBe('too little')
    expect(whyGrey(['simulation', 'token names', 'limit unset'])).toBe('limit unset')
    expect(whyGrey(['too early', 'no focus', 'simulation'])).toBe('simulation')
    expect(whyGrey(['arming', 'too early', 'dearer'])).toBe('dearer')
  })
})

describe.each(Object.keys(languages))('in %s', (language) => {
  const file = join(import.meta.dirname, `../../../public/_locales/${language}/messages.json`)
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { message: string }>
  const said = reasons.map((reason) => messages[sentences[reason]]?.message ?? '')

  test('each reason has a sentence of its own', () => {
    expect(said).not.toContain('')
    expect(new Set(said).size).toBe(reasons.length)
  })

  test('each fits into one line of the narrowest window, so that nothing moves', () => {
    // A Chinese character is as wide as two of the others.
    const width = (text: string) =>
      Array.from(text).reduce((sum, one) => sum + (one > '\u2fff' ? 2 : 1), 0)
    expect(said.filter((text) => width(text) > 50)).toEqual([])
  })
})

describe('what feeds the button', () => {
  test('is a decision where nothing holds, and else the first reason, its own among them', () => {
    expect(unless(decision, [false])).toBe(decision)
    expect(unless(decision, ['words', 'token names'])).toBe('token names')
    expect(unless('simulation', ['words'])).toBe('simulation')
    expect(unless('words', ['limit unset'])).toBe('limit unset')
  })

  test('is no reason where there never will be a decision: then there is no button', () => {
    expect(unless(null, ['words'])).toBeNull()
    expect(withSeen(null, undefined, 'words')).toBeNull()
  })

  test('is never a decision while something that must be seen is missing', () => {
    expect(withSeen(decision, undefined, 'site name')).toBe('site name')
    expect(withSeen('simulation', undefined, 'words')).toBe('simulation')
    expect(withSeen('words', undefined, 'simulation')).toBe('simulation')
    expect(withSeen('words', 'site', 'site name')).toBe('words')
    expect(withSeen(decision, 'site', 'site name')).toEqual({ ...decision, seen: 'calls site' })
  })

  test.each<[string, Partial<Quote> | undefined, Readiness | 'the view']>([
    ['no quote yet', undefined, 'simulation'],
    ['a quote', {}, 'the view'],
    ['too little', { isShort: true }, 'too little'],
    ['code of another', { blocked: 'other delegate', isShort: true }, null],
    ['edited calls that fail', { edits: [edit], verdict: 'fails' }, 'limit fails'],
    ['edited calls', { edits: [edit] }, 'the view'],
    [
      'too little for edited calls that fail',
      { isShort: true, edits: [edit], verdict: 'fails' },
      'too little',
    ],
  ])('for %s', (_, over, expected) => {
    const view = over && { quote: { verdict: 'succeeds', ...over } as Quote }
    expect(approvable(view)).toBe(expected === 'the view' ? view : expected)
  })
})
