import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SignedAmount } from '@/components/signing/SignedAmount'
import { shortHex } from '@/components/text/shortHex'
import { alice, stranger } from '../accounts'

const place = { from: alice, chainId: 8453, tokens: {} }

const said = (id: bigint | null, amount: bigint | null): string =>
  renderToStaticMarkup(
    createElement(SignedAmount, {
      asset: { kind: 'item', address: stranger, id },
      amount,
      place,
    }),
  ).replace(/<[^>]*>/g, '')

test.each([
  ['one', 7n, 1n, 'NFT 7'],
  ['several', 7n, 3n, '3 × NFT 7'],
  ['all there is of one', 7n, null, 'all of NFT 7'],
  ['one of the collection', null, 1n, 'any token of the collection'],
  ['several of the collection', null, 3n, '3 × any token of the collection'],
  ['all of the collection, never one of it', null, null, 'every token of the collection'],
] as const)('an item that a signature gives is told: %s', (_, id, amount, words) => {
  expect(said(id, amount)).toBe(`${words} of ${shortHex(stranger)}`)
})
