import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { OneOfTwo } from '@/components/tokens/OneOfTwo'

const one: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const otherEnds: Address = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const sameFour: Address = '0xA0b86992c6218b36c1d19D4a2e9Eb0cE3606eB48'
const sameEnds: Address = '0xa0b869910000000000000000000000003606eb48'

const text = (value: Address, other: Address | undefined) =>
  renderToStaticMarkup(createElement(OneOfTwo, { value, other })).replace(/<[^>]*>/g, '')

test('two addresses are told apart by their ends, or stand whole', () => {
  expect(text(one, otherEnds)).toBe('0xA0b8…eB48')
  expect(text(one, undefined)).toBe('0xA0b8…eB48')
  expect(text(one, sameFour)).toBe('0xA0b86991…3606eB48')
  expect(text(one, sameEnds)).toBe(one)
  expect(text(sameEnds, one)).toBe(sameEnds)
})
