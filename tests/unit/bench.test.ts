import { describe, expect, onTestFinished, test } from 'vitest'
import { frames, ratio, tail, type Results, type Row } from '../bench/measure.ts'
import { endless, figureless, spareEnds, withMeasured } from '../bench/measuredPage.ts'
import { servePage } from '../bench/jobPage.ts'
import { ends } from '../bench/ends.ts'
import type { Asked } from '../bench/constantNode.ts'
import { replayOf } from '../bench/replaySteps.ts'
import { figure, median, p95, scaled } from '../bench/stats.ts'
import { stepsOf } from '../bench/steps/steps.ts'
import { tableFrom } from '../bench/table.ts'

describe('the arithmetic', () => {
  test('takes the middle, and the least value that 95 in 100 do not exceed', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([9, 1, 5, 2])).toBe(3.5)
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(p95(hundred)).toBe(95)
    // One of twenty may be any.
    expect(p95(hundred.slice(80))).toBe(19)
    expect(p95([7])).toBe(7)
    expect(median([])).toBeNaN()
  })

  test('says 1,024 bytes of a KiB, and nothing of no figure', () => {
    expect(scaled(195 * 1024, 'bytes')).toBe('195 KiB')
    expect(scaled(1.2 * 1024 * 1024, 'bytes')).toBe('1.2 MiB')
    expect(scaled(1023.4, 'count')).toBe('1,023')
    expect(scaled(59.94, 'frames')).toBe('59.9 frames/s')
    expect(scaled(0.0012345, 'ms')).toBe('0.00123 ms')
    expect(figure(Number.NaN)).toBe('-')
  })

  test('keeps a budget at its limit and breaks it above', () => {
    const row = (wallet: number) => ratio('', { floor: [10], wallet: [wallet], most: 1.5 })
    expect(row(15).budget?.isKept).toBe(true)
    expect(row(15.1).budget?.isKept).toBe(false)
    expect(ratio('', { floor: [1], wallet: [9] }).budget).toBeUndefined()
  })

  test('judges a tail by what 95 in 100 do not exceed', () => {
    const seen = [...Array.from({ length: 18 }, () => 1), 300, 300]
    const row = tail('', { floor: [200], wallet: seen, most: 1.1 })
    expect(row.wallet.median).toBe(1)
    expect(row.budget).toEqual({ text: 'p95 <= 1.1x', isKept: false })
  })

  test('asks for frames', () => {
    const row = (rate: number) => frames('', { floor: [60], wallet: [rate], least: 59 })
    expect(row(59).budget?.isKept).toBe(true)
    expect(row(58.9).budget?.isKept).toBe(false)
  })

  test('sets a table', () => {
    expect(
      tableFrom([
        ['a', 'b'],
        ['long', ''],
      ]),
    ).toBe(['| a    | b   |', '| ---- | --- |', '| long |     |'].join('\n'))
  })
})

describe('recorded requests posted again', () => {
  const address = '00000000000000000000000071c7656ec7ab88b098defb751b7401b5f6d8976f'
  const asked = (
    method: string,
    at: number,
    until: number,
    body: string,
    answer: string,
  ): Asked => ({
    method,
    at,
    until,
    body,
    answer,
  })

  const after = (all: readonly Asked[]) => replayOf(all).map((step) => step.after)

  test('wait for no answer that they have nothing of', () => {
    const head = asked('eth_getBlockByNumber', 0, 5, '{}', '{"result":"0x3b9aca07"}')
    expect(after([head, asked('eth_call', 6, 9, '{"data":"0x1234"}', '')])).toEqual([[], []])
  })

  test('wait for the answer that has a value which they send', () => {
    const head = asked('eth_getBlockByNumber', 0, 5, '{}', '{"result":"0x3b9aca07"}')
    expect(after([head, asked('eth_call', 6, 9, '{"gas":"0x3b9aca07"}', '')])).toEqual([[], [0]])
    expect(after([head, asked('eth_call', 6, 9, '{"gas":"0x3B9ACA07"}', '')])).toEqual([[], [0]])
  })

  test('wait for one whose word stands within what they send', () => {
    const logs = asked('eth_getLogs', 0, 5, '{}', `{"topics":["0x${address}"]}`)
    const read = asked('eth_call', 6, 9, `{"data":"0x70a08231${address}"}`, '')
    expect(after([logs, read])).toEqual([[], [0]])
  })

  test('do not wait for an answer that came later, or for what was known before it', () => {
    const late = asked('eth_getBlockByNumber', 0, 50, '{}', '{"result":"0x3b9aca07"}')
    expect(after([late, asked('eth_call', 6, 9, '{"gas":"0x3b9aca07"}', '')])).toEqual([[], []])
    const echo = asked('eth_call', 0, 5, '{"gas":"0x3b9aca07"}', '{"result":"0x3b9aca07"}')
    expect(after([echo, asked('eth_call', 6, 9, '{"gas":"0x3b9aca07"}', '')])).toEqual([[], []])
  })

  test('wait for earlier simulations if they are one, and for nothing beside them', () => {
    const first = asked('eth_simulateV1', 0, 5, '{"a":1}', '{}')
    const beside = asked('eth_simulateV1', 1, 6, '{"a":2}', '{}')
    const next = asked('eth_simulateV1', 7, 9, '{"a":3}', '{}')
    const other = asked('eth_call', 7, 9, '{"a":4}', '{}')
    expect(after([first, beside, next, other])).toEqual([[], [], [0, 1], []])
  })
})

test('a page’s late answer is not taken for that of its next job', async () => {
  const { url, give, stop } = await servePage()
  onTestFinished(stop)
  const next = async () => {
    const job = await fetch(`${url}next?works=page`)
    return ((await job.json()) as { id: number }).id
  }
  const answer = (id: number, time: number) =>
    fetch(`${url}done`, { method: 'POST', body: JSON.stringify({ id, time, answered: 1 }) })
  const first = give('page', [])
  const id = await next()
  const second = give('page', [])
  await answer(id, 1)
  await answer(await next(), 2)
  expect(await second).toEqual({ time: 2, answered: 1 })
  expect(await first).toEqual({ time: 1, answered: 1 })
})

describe('steps', () => {
  test('are those of the run in the middle, with the pauses between them', () => {
    const run = (late: number) => ({
      start: 100,
      end: 130 + late,
      noted: [
        { name: 'before', at: 80, until: 90 },
        { name: 'read', at: 100, until: 104 },
        { name: 'POST', at: 110, until: 130 + late },
        { name: 'read', at: 112 },
      ],
    })
    const shortest = { ...run(0), noted: [{ name: 'rare', at: 101, until: 102 }] }
    for (const runs of [
      [run(2), shortest, run(9)],
      [run(9), run(2), shortest, run(9)],
    ])
      expect(stepsOf(runs)).toEqual([
        { name: 'read', at: 0, took: 4 },
        { name: 'computing', at: 4, took: 6 },
        { name: 'POST', at: 10, took: 22 },
        { name: 'read', at: 12, took: 20 },
      ])
    expect(stepsOf([])).toEqual([])
    const called = { before: 'on its way', after: 'at rest' }
    const [first, ...others] = stepsOf([run(2), run(9)], called, (times) => Math.max(...times))
    expect(first).toEqual({ name: 'read', at: 0, took: 4 })
    expect(others).toContainEqual({ name: 'at rest', at: 4, took: 6 })
    expect(others).toContainEqual({ name: 'POST', at: 10, took: 29 })
    const late = { start: 0, end: 9, noted: [{ name: 'read', at: 5, until: 9 }] }
    expect(stepsOf([late], called)).toEqual([
      { name: 'on its way', at: 0, took: 5 },
      { name: 'read', at: 5, took: 4 },
    ])
  })
})

describe('the page of what was measured', () => {
  const row = (name: string, more: Partial<Row> = {}): Row => ({
    name,
    unit: 'ms',
    wallet: { median: 4, p95: 5, n: 3 },
    ...more,
  })
  const results = (rows: Row[]): Results => ({
    date: '2026-11-23T00:00:00.000Z',
    machine: 'a machine',
    commit: 'abc',
    sources: 'one',
    ruler: 'two',
    versions: { node: '', chromium: '' },
    rows,
  })

  test('names curves that end before 1,000 without a reason', () => {
    const point = (of: string, at: number) => row(`${of} ${at}`, { growth: { of, at } })
    const [known = ''] = Object.keys(ends)
    const rows = [point('short', 100), point('long', 10), point('long', 1000), point(known, 10)]
    expect(endless(results(rows))).toEqual(['short'])
  })

  test('names reasons for curves that reach 1,000, or that were not measured', () => {
    const [known = '', other = '', ...rest] = Object.keys(ends)
    const point = (of: string, at: number) => row(`${of} ${at}`, { growth: { of, at } })
    const all = results([point(known, 1000), ...[other, ...rest].map((of) => point(of, 100))])
    expect(spareEnds(all)).toEqual([known])
    expect(spareEnds(results([point(known, 1000)]))).toEqual([known, other, ...rest])
  })

  test('names rows without a figure, as they are measured and as JSON keeps them', () => {
    const none = ratio('none', { floor: [1], wallet: [] })
    const unfloored = ratio('no floor', { floor: [Number.NaN], wallet: [1] })
    const all = results([row('whole'), none, unfloored])
    expect(figureless(all)).toEqual(['none', 'no floor'])
    expect(figureless(JSON.parse(JSON.stringify(all)) as Results)).toEqual(['none', 'no floor'])
  })

  test('shows steps, broken budgets and why a curve ends', async () => {
    const [known = ''] = Object.keys(ends)
    const rows = [
      row('slow', {
        budget: { text: '<= 1x', isKept: false },
        way: { of: 'one run', steps: [{ name: 'lock lane', at: 1.23456, took: 2 }] },
      }),
      row(known, { growth: { of: known, at: 10 } }),
    ]
    const page = '<!-- measured -->\n<!-- /measured -->\n'
    const shown = await withMeasured(page, results(rows), { sources: 'one', ruler: 'two' })
    expect(shown).toContain('<= 1x **broken**')
    expect(shown).toContain('slow, step by step, of one run:')
    expect(shown).toMatch(/lock lane\s*\| 1.23\s*\| 2/)
    expect(shown).toContain(ends[known])
    expect(shown).toContain('Measured at abc. Code changed since: no. Ruler changed since: no.')
  })

  test('shows the figure that a budget is about, and what has none', async () => {
    const growth = { of: 'curve', at: 1 }
    const late = tail('late', { floor: [200], wallet: [100, 300], most: 1.1, growth })
    const page = '<!-- measured -->\n<!-- /measured -->\n'
    const all = results([late, row('unpromised')])
    const shown = await withMeasured(page, all, { sources: 'one', ruler: 'two' })
    expect(shown).toMatch(/\| late +\| 200 ms +\| p95 300 ms \| 1.5x +\| p95 <= 1.1x \*\*broken/)
    expect(shown).toMatch(/\| curve +\| p95 300 ms \(1.5x\)/)
    expect(shown).toMatch(/\| unpromised +\| +\| 4 ms +\| +\| none/)
  })
})
