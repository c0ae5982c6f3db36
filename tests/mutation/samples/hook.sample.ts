import { beforeAll, describe, expect, test } from 'vitest'
import { mark, marks, triple } from './sample.ts'

describe('nothing is left by the change before', () => {
  beforeAll(() => {
    expect(marks.delete(false)).toBe(false)
  })

  test('something is marked', () => {
    mark()
  })

  test('three times two is six', () => {
    expect(triple(2)).toBe(6)
  })
})
