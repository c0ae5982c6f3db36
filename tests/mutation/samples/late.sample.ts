import { expect, test } from 'vitest'
import { marks, quarter } from './sample.ts'

test('a quarter of eight is two, once another file has left a mark', () => {
  expect([quarter(8), marks.has(true)]).toEqual([2, true])
})
