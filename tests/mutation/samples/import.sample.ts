import { expect, test } from 'vitest'
import { double, mark, marks } from './sample.ts'

if (marks.delete(false)) throw new Error('left by the change before')

test('something is marked', () => {
  mark()
})

test('the double of two is four', () => {
  expect(double(2)).toBe(4)
})
