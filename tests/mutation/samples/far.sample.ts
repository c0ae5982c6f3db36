import { expect, test } from 'vitest'
import { isLong } from './sample.ts'

test('four letters are long, three are not', () => {
  expect([isLong('abcd'), isLong('abc')]).toEqual([true, false])
})
