import { useMemo } from 'react'
import type { SignatureReading } from '@/lib/decode/signatures/signatureReading'
import { findNetwork } from '@/lib/network/networks'
import type { Place } from '../calls/place'
import { tokensIn } from '../signing/useSignedTokens'
import { isPoorOrder } from './poorReturn'
import { useReadPrices, useWorth } from './usePrices'

/**
 * Tells if an order brings at most a tenth of the worth of what it takes, and has the prices read of all that a
 * signature deals with. False without prices: they only add to the effort of approving, and Approve does not wait for
 * them.
 */
export const useIsPoorOrder = (
  reading: SignatureReading,
  { chainId, from, tokens }: Place,
): boolean => {
  const asked = useMemo(() => tokensIn(reading).toSorted(), [reading])
  // The coin alone is no token, and has a price.
  const isPriced = reading.kind === 'read' && reading.deals.length + reading.calls.length > 0
  useReadPrices(chainId, from, isPriced ? asked : undefined)
  const worthOf = useWorth(chainId, from)
  const decimals = findNetwork(chainId)?.decimals ?? 18
  return worthOf !== undefined && isPoorOrder(reading, tokens, decimals, worthOf)
}
