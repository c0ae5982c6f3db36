import { useMemo } from 'react'
import type { Call } from '@/lib/db'
import { describeCall } from '@/lib/decode/descriptors/describe'
import type { Description } from '@/lib/decode/descriptors/description'
import type { DecodedCall } from '@/lib/decode/reading'
import type { Place } from './place'
import { useRegistry } from './useRegistry'

/** Only what Volley cannot read, or knows by name alone, is told in the words of somebody else. */
const isOpen = ({ kind }: DecodedCall): boolean => kind === 'unknown' || kind === 'call'

/** Reads the publisher's description of a call (ERC-7730); undefined for a call that Volley reads by itself. */
export const useCallDescription = (
  { to, value, data }: Pick<Call, 'to' | 'value' | 'data'>,
  reading: DecodedCall | null,
  { from, chainId }: Pick<Place, 'from' | 'chainId'>,
): Description | undefined => {
  const registry = useRegistry(reading !== null && isOpen(reading))
  return useMemo(
    () =>
      to && registry
        ? describeCall(registry, { chainId, from, to, value: BigInt(value), data })
        : undefined,
    [registry, chainId, from, to, value, data],
  )
}
