import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { methods } from '@/lib/site'
import { nodeMethods } from '@/lib/site/nodeMethods'
import type { Results } from '../bench/measure.ts'
import { idle, unexplained, withMeasured } from '../bench/measuredPage.ts'
import { rulerHash } from '../bench/rulerHash.ts'
import { sourceHash } from '../../scripts/sourceHash.ts'

const page = readFileSync('docs/methods.md', 'utf8')

test('the README is short enough to be read', () => {
  expect(readFileSync('README.md').length).toBeLessThanOrEqual(12_000)
})

test('docs/methods.md lists every method of the table, and what each does', () => {
  const lines = page.split('\n').filter((line) => line.startsWith('| `'))
  const listed = lines.flatMap((line) => {
    const [, name] = /^\| `(\w+)`\s+\| [A-Z].{10,}\.\s+\|$/.exec(line) ?? []
    return name && /^(eth|wallet|net|personal|web3)_/.test(name) ? [name] : []
  })
  expect(listed).toEqual(Object.values(methods).map(({ name }) => name))
})

test('docs/methods.md lists every method that goes to the node', () => {
  const section = /<!-- node methods -->(.*?)<!-- \/node methods -->/s.exec(page)?.[1] ?? ''
  expect([...section.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...nodeMethods])
})

describe('what was measured last', () => {
  const stored = readdirSync('tests/bench/results')
  const results = JSON.parse(readFileSync(`tests/bench/results/${stored[0]}`, 'utf8')) as Results

  test('is one run', () => {
    expect(stored).toHaveLength(1)
  })

  test('is what docs/measured.md shows, and if code or ruler have changed since', async () => {
    const shown = readFileSync('docs/measured.md', 'utf8')
    const now = { sources: sourceHash('.'), ruler: rulerHash('.') }
    expect(await withMeasured(shown, results, now)).toBe(shown)
    const same = { ...results, ...now }
    const said = (hashes: Partial<typeof now>) => withMeasured(shown, same, { ...now, ...hashes })
    expect(await said({})).toContain('Code changed since: no. Ruler changed since: no.')
    expect(await said({ sources: 'another' })).toContain(
      'Code changed since: yes. Ruler changed since: no.',
    )
    expect(await said({ ruler: 'another' })).toContain(
      'Code changed since: no. Ruler changed since: yes.',
    )
  })

  test('is explained where a budget is broken, and nowhere else', () => {
    expect(unexplained(results)).toEqual([])
    expect(idle(results)).toEqual([])
  })
})
