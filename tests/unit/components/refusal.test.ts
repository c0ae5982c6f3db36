import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Refusal } from '@/components/batches/Refusal'
import { fold } from '@/lib/batch/state'
import type { Event } from '@/lib/db/batchEvent'
import { did, hashOf } from '../batch/batches'

const signed = did.signed('0', 0, { nonce: 41 })
const refused = (reason: string, text?: string): Event => ({
  type: 'refused',
  hash: hashOf('0'),
  reason,
  ...(text === undefined ? {} : { text }),
})

/** The words on the page of a batch after these events. */
const said = (...events: Event[]): string =>
  renderToStaticMarkup(createElement(Refusal, { state: fold([{ type: 'approved' }, ...events]) }))
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '|')
    .replaceAll('&quot;', '"')

test.each([
  ['funds', 'not have enough for the amount and the fee. Add funds, or cancel'],
  ['fee', 'now asks for a higher fee. Speed it up, or wait'],
  ['busy', 'Another transaction of this account is waiting'],
  ['unfit', 'best to cancel it'],
  ['refused', 'The sending service refuses it'],
  ['wrong', 'The sending service refuses it'],
  ['node', 'The node refuses it. Volley keeps trying'],
  ['kept by an older version', 'The node refuses it'],
])('a refusal says what helps: %s', (reason, words) => {
  expect(said(signed, refused(reason))).toContain(words)
})

test('the node’s words stand between quotation marks that they cannot close', () => {
  const text = 'no” Volley says “all is well\u202e <b>'
  const markup = said(signed, refused('node', text))
  expect(markup).toContain('The node says “|no" Volley says "all is well\\u{202e} &lt;b&gt;|”')
})

test('what a node has taken, or what is in a block, is not refused', () => {
  expect(said(signed)).toBe('')
  expect(said(signed, refused('fee', 'x'), did.sent('0'))).toBe('')
  expect(
    said(signed, refused('fee', 'x'), did.sent('0'), { type: 'moved', hash: hashOf('0') }),
  ).toBe('')
})

test('what a node had and takes no more is refused', () => {
  expect(said(signed, did.sent('0'), refused('fee', 'x'))).toContain('Speed it up, or wait')
  expect(said(signed, did.sent('0'), refused('fee', 'x'), did.sent('0'))).toBe('')
})

test.each<[string, Event]>([
  ['whose nonce another has', { type: 'overtaken', index: 0, hasHistory: true }],
  ['of a chain that began anew', did.stopped('reset')],
  ['that the user gave up', did.stopped('givenUp')],
])('nothing helps what is sent no more: one %s', (_, event) => {
  expect(said(signed, did.sent('0'), refused('fee', 'x'), event)).toBe('')
})

test('the last refusal counts', () => {
  const markup = said(signed, refused('fee', 'a'), refused('funds', 'b'))
  expect(markup).toContain('Add funds')
  expect(markup).toContain('“|b|”')
  expect(markup).not.toContain('“|a|”')
})
