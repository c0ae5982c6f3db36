import { expect, test } from 'vitest'
import { dayHeading } from '@/components/text/time'

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime()
const now = at(2026, 2, 1, 0, 5)

test.each<[string, number]>([
  ['Today', at(2026, 2, 1, 0, 0)],
  ['Yesterday', at(2026, 1, 28, 23, 59)],
  ['Yesterday', at(2026, 1, 28, 0, 0)],
  ['February 27', at(2026, 1, 27, 23, 59)],
  ['December 31, 2025', at(2025, 11, 31, 12, 0)],
])('%s', (day, time) => {
  expect(dayHeading(time, now)).toBe(day)
})
