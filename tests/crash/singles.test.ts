import { expect, test } from 'vitest'
import { runMatrix } from './matrix'
import { recordsLate } from './recordsLate'

test('a batch broken at any one effect, in any way, is not lost, doubled or misreported', async () => {
  const wrong: string[] = []
  const figures = await runMatrix(false, (line) => wrong.push(line))
  expect(wrong).toEqual([])
  expect(figures).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
  expect(figures.trials).toBe(3 * figures.effects)
}, 120_000)

test('the same trials catch a wallet that records after it sends', async () => {
  const { lost, doubled, wrong } = await runMatrix(false, () => undefined, recordsLate)
  expect(lost + doubled + wrong).toBeGreaterThan(0)
  expect(doubled).toBeGreaterThan(0)
}, 120_000)
