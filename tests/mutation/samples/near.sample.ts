import { expect, test } from 'vitest'
import { count, half, isLong, once, price } from './sample.ts'

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
