import { describe, expect, test } from 'vitest'
import { freedEvents, overtakenEvents } from '@/lib/batch/overtaken'
import { fold } from '@/lib/batch/state'

const none = fold([])
const taken = fold([{ type: 'overtaken', index: 0, hasHistory: true }])

describe('of a nonce, only news are written', () => {
  test('that it is used', () => {
    const used = { type: 'overtaken', index: 0, hasHistory: true }
    expect(overtakenEvents(none, 0, true)).toEqual([used])
    expect(overtakenEvents(taken, 0, true)).toEqual([])
    expect(overtakenEvents(taken, 1, true)).toEqual([{ ...used, index: 1 }])
  })

  test('that nobody can prove any more by what', () => {
    const unproven = { type: 'overtaken', index: 0, hasHistory: false }
    expect(overtakenEvents(taken, 0, false)).toEqual([unproven])
    expect(
      overtakenEvents(fold([{ type: 'overtaken', index: 0, hasHistory: false }]), 0, false),
    ).toEqual([])
  })

  test('that it is unused after all', () => {
    expect(freedEvents(taken, 0)).toEqual([{ type: 'freed', index: 0 }])
    expect(freedEvents(taken, 1)).toEqual([])
    expect(freedEvents(none, 0)).toEqual([])
  })
})
