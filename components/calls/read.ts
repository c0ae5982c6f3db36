import type { Call } from '@/lib/db'
import { readCall, takeSelectors } from '@/lib/decode/read'
import type { DecodedCall } from '@/lib/decode/reading'
import { selectors } from './selectors'
import type { Place } from './place'

takeSelectors(selectors)

/** Decodes a call of the account; null for a deployment, which has no data to decode. */
export const readingOf = (
  call: Call,
  { from, chainId }: Omit<Place, 'tokens'>,
): DecodedCall | null => call.to && readCall({ ...call, from, to: call.to }, chainId)
