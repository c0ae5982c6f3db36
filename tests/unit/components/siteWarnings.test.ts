import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RequestOriginWarnings } from '@/components/approvals/RequestOrigin'
import { siteDoubts, siteSeen, type SiteCheck } from '@/components/approvals/useSiteWarnings'
import { dangerOf } from '@/lib/approvals/danger'
import { findingOf } from '@/components/sites/check'
import { phishingHosts } from '@/scripts/lists/siteLists'

const shown = (check: SiteCheck): string =>
  renderToStaticMarkup(
    createElement(RequestOriginWarnings, { warnings: { isFirst: false, check, doubts: [] } }),
  ).replace(/<[^>]*>/gu, ' ')

const found = (origin: string, top?: string) => findingOf({ origin, top }, [])

test('nothing can be approved before the name was compared, and a warning must be seen anew', () => {
  const [calm, bad] = [found('https://a.example'), found('https://uniswap.com')]
  expect(siteSeen('checking')).toBeUndefined()
  expect(siteSeen('failed')).toBeDefined()
  expect(siteSeen(calm)).toBeDefined()
  expect(new Set([siteSeen('failed'), siteSeen(calm), siteSeen(bad)]).size).toBe(3)
})

test('lists that could not be loaded are said, never passed over', () => {
  expect(dangerOf(siteDoubts('failed'))).toBe('two steps')
  expect(siteDoubts('checking')).toEqual([])
  expect(shown('failed')).toContain('could not compare')
})

test('an imitation is named with the site that it is not, and the day of the list', () => {
  const text = shown(found('https://app-uniswap.org'))
  for (const words of ['app-uniswap.org', 'looks like uniswap.org', 'Nov 8, 2026'])
    expect(text).toContain(words)
})

test('a listed host is named with the day of the list', () => {
  const [host = ''] = phishingHosts
  const text = shown(found(`https://${host}`))
  for (const words of [host, 'phishing', 'Sep 21, 2017']) expect(text).toContain(words)
})

test('the page around a frame is named itself', () => {
  expect(shown(found('https://a.example', 'https://uniswap.com'))).toContain('uniswap.com looks')
})

test('nothing found says nothing: no text calls a site safe', () => {
  expect(shown(found('https://app.uniswap.org')).trim()).toBe('')
  expect(shown('checking').trim()).toBe('')
})
