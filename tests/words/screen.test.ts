import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Words } from '@/components/calls/Words'
import type { Description } from '@/lib/decode/descriptors/description'
import { loadRegistry } from '@/lib/decode/descriptors/lookUp'
import { sources } from '../../scripts/lists/descriptors'
import { drawFrom } from './fitting'
import { account, samplesOf, say, type Sample } from './formats'

const registry = await loadRegistry()

// The page's line to the background, which the browser alone has; nothing is asked while rendering.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.reject(new Error('asked')) }))

/** Every token that a description names, as one that is known. */
const tokensOf = ({ rows }: Description) =>
  Object.fromEntries(
    rows.flatMap(({ word }) =>
      word.kind === 'token'
        ? [[word.token, { symbol: 'TKN', decimals: 6, identity: { is: 'listed' as const } }]]
        : [],
    ),
  )

const screenOf = (said: Description, { chainId }: Sample): string =>
  renderToStaticMarkup(
    createElement(Words, { said, place: { from: account, chainId, tokens: tokensOf(said) } }),
  )

test('the screen says something of every value of every format, and of whom the words are', () => {
  const samples = samplesOf(sources(), registry, drawFrom(5))
  const wrong = samples.filter((sample) => {
    const said = say(registry, sample)
    if (!said) return true
    const markup = screenOf(said, sample)
    const text = markup.replace(/<[^>]*>/g, ' ')
    const values = [...markup.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, value = '']) =>
      value.replace(/<[^>]*>/g, '').trim(),
    )
    return (
      values.length !== said.rows.length ||
      values.includes('') ||
      /undefined|\[object|NaN|\$\d/.test(text) ||
      !text.includes('Volley has not checked them')
    )
  })
  expect(wrong.map(({ file, key }) => `${file} ${key}`)).toEqual([])
  expect(samples).toHaveLength(552)
})
