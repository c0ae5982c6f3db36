import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NetworkMark } from '@/components/networks/NetworkMark'
import { builtIn } from '@/lib/network/builtIn'

const markOf = (chainId: number) => renderToStaticMarkup(createElement(NetworkMark, { chainId }))

/** The hue of a mark's ground, in degrees, and the fields that are filled in. */
const looksOf = (chainId: number) => {
  const mark = markOf(chainId)
  const [, hue = ''] = /fill="hsl\((\d+)/.exec(mark) ?? []
  const fields = [...mark.matchAll(/M0 0L([^L]+)L/g)].map(([, corner]) => corner).join()
  return { hue: Number(hue), fields }
}

const apart = (a: number, b: number): number => Math.min((a - b + 360) % 360, (b - a + 360) % 360)

test('no two built-in networks have a mark of like colour and fields', () => {
  const all = builtIn.map(({ chainId }) => ({ chainId, ...looksOf(chainId) }))
  const alike = all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter(({ hue, fields }) => fields === one.fields && apart(hue, one.hue) < 60)
      .map(({ chainId }) => [one.chainId, chainId]),
  )
  expect(all.length).toBeGreaterThan(7)
  expect(all.every(({ fields }) => fields !== '')).toBe(true)
  expect(alike).toEqual([])
})

test('a mark is the chain ID’s, and no picture of anybody', () => {
  expect(markOf(1)).toBe(markOf(1))
  expect(markOf(777)).not.toBe(markOf(1))
  expect(markOf(1)).toContain('aria-hidden')
  expect(markOf(1)).not.toMatch(/<(?:img|image|text)|href/)
})
