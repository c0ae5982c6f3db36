import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NotPossible } from '@/components/approvals/NotPossible'
import { sentenceOfCode, sentenceOfError } from '@/components/text/errors'
import type { Approval } from '@/lib/db'

test('what the wallet’s own page asked wrongly is not blamed on a site', () => {
  expect(sentenceOfCode(-32602)).toBe('The site’s request is not valid.')
  expect(sentenceOfError(new Error('-32602'))).toBe(
    'Something entered or chosen here is not valid.',
  )
})

test.each([new Error('wrong password, says lib'), new Error('-32603'), 'a text', undefined])(
  'an error’s own text is never shown: %s',
  (error) => {
    expect(sentenceOfError(error)).toBe('Something went wrong in Volley. Try again.')
  },
)

test('a row that stores an English sentence is told in the user’s language, by its code', () => {
  const row: Approval = {
    id: 'id',
    origin: 'https://dapp.example',
    documentId: 'document',
    method: 'wallet_sendCalls',
    wire: '[]',
    params: [],
    state: 'rejected',
    error: { code: 5740, message: 'The batch is too large for the wallet to process' },
    createdAt: 0,
  }
  const markup = renderToStaticMarkup(createElement(NotPossible, { row }))
  expect(markup).toContain(sentenceOfCode(5740))
  expect(markup).not.toContain('to process')
})
