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
  ['funds', 'too little for value and fee. Add some, or cancel'],
  ['fee', 'higher fee now. Speed it up, or wait'],
  ['busy', 'Another transaction of the account waits'],
  ['unfit', 'best to cancel it'],
  ['refused', 'Whoever was to send it refuses'],
  ['wrong', 'Whoever was to send it refuses'],
  ['node', 'The node refuses it. It is sent again by itself'],
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

test('the last refusal counts', () => {
  const markup = said(signed, refused('fee', 'a'), refused('funds', 'b'))
  expect(markup).toContain('Add some')
  expect(markup).toContain('“|b|”')
  expect(markup).not.toContain('“|a|”')
})
