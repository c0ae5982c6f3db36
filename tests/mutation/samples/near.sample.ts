import { expect, test } from 'vitest'
import { count, half, isLong, knock, once, price, push } from './sample.ts'

test('half of six is three', () => {
  expect(half(6)).toBe(3)
})

test('a text may be long', () => {
  expect([true, false]).toContain(isLong('abcd'))
})

test('counting to three ends at three', () => {
  expect(count(3)).toBe(3)
})

test('it works once', () => {
  expect(once()).toBe(true)
})

let isOpen = false

test('a shop is opened', () => {
  isOpen = true
  expect(isOpen).toBe(true)
})

test('an open shop has prices', () => {
  const wasOpen = isOpen
  isOpen = true
  price(1)
  expect(wasOpen).toBe(true)
})

let pushes = 0

test('an open door opens at once, a shut one at the third push', () => {
  pushes += 1
  push(1)
  expect(isOpen || pushes > 2).toBe(true)
})

let knocks = 0

test('an open shop is entered at once, a shut one at the second knock', () => {
  knocks += 1
  knock(1)
  expect(isOpen || knocks > 1).toBe(true)
})

test('knocking once is four', () => {
  expect(knock(1)).toBe(4)
})
