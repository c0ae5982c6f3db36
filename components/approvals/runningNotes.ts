import type { Call, Mode } from '@/lib/db'
import type { Key } from '../text/messages'

/** Returns what a way of running several calls cannot promise. */
export const runningNotes = (mode: Mode, calls: readonly Call[]): Key[] => {
  if (mode === 'sequence') return ['running_moved']
  return mode === 'atomic' && calls.some(({ gas }) => gas) ? ['running_noCap'] : []
}
