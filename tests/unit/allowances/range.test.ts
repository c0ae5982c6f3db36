import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answered, begin, halved, nextRange, type Walk } from '@/lib/allowances/range'

/** Takes steps against a node that takes at most `limit` blocks; returns the walk, and the ranges answered. */
const walked = (from: Walk, limit: number, steps = Infinity) => {
  let walk = from
  const done: { from: number; to: number }[] = []
  for (let step = 0; step < steps; step++) {
    const range = nextRange(walk)
    if (!range) break
    if (range.to - range.from + 1 > limit) {
      walk = halved(walk, range)
      continue
    }
    done.push(range)
    walk = answered(walk, range)
  }
  return { walk, done }
}

test('a node that takes everything is asked few times', () => {
  const { done, walk } = walked(begin(undefined, 35_000_000), Infinity)
  expect(done.length).toBeLessThan(10)
  expect(walk.parts).toEqual([{ from: 0, to: 35_000_000 }])
})

test('a range that is refused halves, and what was refused is not asked again at once', () => {
  const walk = begin(undefined, 1_000_000)
  const smaller = halved(walk, { from: 900_001, to: 1_000_000 })
  expect(nextRange(smaller)).toEqual({ from: 950_001, to: 1_000_000 })
  const next = answered(smaller, { from: 950_001, to: 1_000_000 })
  expect(nextRange(next)).toEqual({ from: 900_001, to: 950_000 })
})

test('after a crowded block, ranges grow again', () => {
  let walk = begin(undefined, 1_000_000)
  for (let size = 100_000; size > 1; size = Math.floor(size / 2))
    walk = halved(walk, { from: 1_000_001 - size, to: 1_000_000 })
  expect(walk.span).toBe(1)
  const { done } = walked(walk, Infinity)
  expect(done.length).toBeLessThan(60)
})

describe('a search that is taken up again', () => {
  test('begins at the newest block, looks again at what may have been reorganised, and keeps the rest', () => {
    const { walk } = walked(begin(undefined, 1_000_000), 10_000, 20)
    const [{ from }] = walk.parts
    const again = begin(walk, 1_000_500)
    expect(nextRange(again)).toEqual({ from: 1_000_000 - 63, to: 1_000_500 })
    const { walk: later, done } = walked(again, 10_000, 1)
    expect(done).toHaveLength(1)
    expect(later.parts).toEqual([{ from, to: 1_000_500 }])
  })

  test('begins anew on a chain that began anew', () => {
    const { walk } = walked(begin(undefined, 1_000_000), Infinity)
    expect(begin(walk, 10).parts).toEqual([{ from: 11, to: 10 }])
  })
})

test('whatever the node takes and whenever the search stops, no block is left out', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          grows: fc.integer({ min: 0, max: 3_000 }),
          limit: fc.integer({ min: 1, max: 400 }),
          steps: fc.integer({ min: 0, max: 12 }),
        }),
        { maxLength: 12 },
      ),
      (visits) => {
        let walk: Walk | undefined
        let head = 100
        const seen = new Set<number>()
        for (const { grows, limit, steps } of [
          ...visits,
          { grows: 1, limit: 50, steps: Infinity },
        ]) {
          head += grows
          const visit = walked(begin(walk, head), limit, steps)
          for (const { from, to } of visit.done) for (let at = from; at <= to; at++) seen.add(at)
          walk = visit.walk
          const [{ from, to }] = walk.parts
          // All that the screen says is searched has been.
          for (let at = from; at <= to; at++) if (!seen.has(at)) throw new Error(`block ${at}`)
        }
        expect(walk?.parts).toEqual([{ from: 0, to: head }])
        expect(seen.size).toBe(head + 1)
      },
    ),
    { numRuns: 40 },
  )
})
