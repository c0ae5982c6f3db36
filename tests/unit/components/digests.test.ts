import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { Digest } from '@/components/signing/Digest'

const value = keccak256('0x1234')

test('a digest stands there whole, with its prefix, in groups that add nothing to the text', () => {
  const markup = renderToStaticMarkup(createElement(Digest, { name: 'Calldata Digest', value }))
  const [, shown = ''] = /<dd[^>]*>(.*?)<\/dd>/.exec(markup) ?? []
  expect(shown.replace(/<[^>]*>/g, '')).toBe(value)
  expect(shown.match(/<wbr\/>/g)).toHaveLength(16)
})
