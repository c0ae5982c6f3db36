import { describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import type { Difference } from '@/lib/db/outcome'
import { did } from './batches'

const { stopped } = did

describe('a question', () => {
  const changed: Difference[] = [{ kind: 'failing', was: null, is: 1 }]

  test('is kept with what changed, if anything did', () => {
    expect(fold([{ type: 'asked', why: 'worse', changed }])).toStrictEqual({
      ...fold([]),
      asked: 'worse',
      changed,
    })
    expect(fold([{ type: 'asked', why: 'age' }])).toStrictEqual({ ...fold([]), asked: 'age' })
  })

  test('takes the place of the one before, and of what had changed then', () => {
    const events: Event[] = [
      { type: 'asked', why: 'worse', changed },
      { type: 'asked', why: 'age' },
    ]
    expect(fold(events)).toStrictEqual({ ...fold([]), asked: 'age' })
  })

  test('is over with a yes, and with a stop', () => {
    const asked: Event = { type: 'asked', why: 'worse', changed }
    expect(fold([asked, { type: 'confirmed' }])).toStrictEqual(fold([]))
    expect(fold([asked, stopped('user')])).toStrictEqual({ ...fold([]), stopped: 'user' })
  })
})
