import type { Call } from '@/lib/db'
import { readCall } from '@/lib/decode/read'
import type { Reading } from '@/lib/decode/reading'
import type { Place } from './place'

/** What a call of the account does; a deployment has no data that could be read. */
export const readingOf = (call: Call, { from, chainId }: Omit<Place, 'tokens'>): Reading | null =>
  call.to && readCall({ ...call, from, to: call.to }, chainId)

/** A reading and those of the calls within it, outermost first. */
export const allOf = (reading: Reading): Reading[] => [
  reading,
  ...(reading.kind === 'multicall' ? reading.steps.flatMap((step) => allOf(step.reading)) : []),
]
