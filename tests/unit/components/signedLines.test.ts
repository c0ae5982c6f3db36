import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SignedLines } from '@/components/signing/SignedLines'
import { alice } from '../accounts'
import { read } from '../decode/signatures/changes'
import { samples } from '../decode/signatures/samples'

// The page's line to the background, which the browser alone has; nothing is asked while rendering.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.reject(new Error('asked')) }))

const textOf = (name: string): string => {
  const one = samples.find((sample) => sample.name === name)
  if (!one) throw new Error(`no sample is called ${name}`)
  const reading = read(one.data, one)
  if (reading === 'refused' || reading.kind === 'unread') throw new Error(`${name} is not read`)
  const place = { from: alice, chainId: one.chainId, tokens: {} }
  return renderToStaticMarkup(createElement(SignedLines, { reading, place }))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('an order that brings its giver nothing says so among its lines', () => {
  expect(textOf('Seaport, an item for nothing')).toContain('In return nothing')
})

test.each([
  'Seaport, an offer of an item for ether with a fee',
  'Seaport, an item of which another gets the price',
  'Permit2, one allowance',
  'ERC-3009, a transfer',
])('no other says that: %s', (name) => {
  expect(textOf(name)).not.toContain('In return nothing')
})
