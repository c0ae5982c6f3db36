import { useMemo } from 'react'
import type { SignatureReading } from '@/lib/decode/signatures/signatureReading'
import { findNetwork } from '@/lib/network/networks'
import type { Place } from '../calls/place'
import { isPoorOrder, pricedIn } from './poorReturn'
import { useReadPrices, useWorth } from './usePrices'

/**
 * Tells if an order brings at most a tenth of the worth of what it takes. False without prices: they only add to the
 * effort of approving, and Approve does not wait for them.
 */
export const useIsPoorOrder = (
  reading: SignatureReading,
  { chainId, from, tokens }: Place,
): boolean => {
  const asked = useMemo(() => pricedIn(reading).toSorted(), [reading])
  useReadPrices(chainId, from, asked.length > 0 ? asked : undefined)
  const worthOf = useWorth(chainId, from)
  const decimals = findNetwork(chainId)?.decimals ?? 18
  return worthOf !== undefined && isPoorOrder(reading, tokens, decimals, worthOf)
}
