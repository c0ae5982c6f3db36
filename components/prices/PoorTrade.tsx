import { useEffect } from 'react'
import { findNetwork } from '@/lib/network/networks'
import type { Quote } from '@/lib/simulate/quote'
import type { Place } from '../calls/place'
import { isPoorTrade } from './poorReturn'
import { useWorth } from './usePrices'

/** Tells `onFound` if calls bring at most a tenth of the worth of what leaves, by prices that the amounts' lines ask for. */
export const PoorTrade = ({
  quote: { changes },
  place: { chainId, from, tokens },
  onFound,
}: {
  quote: Quote
  place: Place
  onFound: (isPoor: boolean) => void
}) => {
  const worthOf = useWorth(chainId, from)
  const decimals = findNetwork(chainId)?.decimals ?? 18
  const isPoor = worthOf !== undefined && isPoorTrade(changes, tokens, decimals, worthOf)
  useEffect(() => {
    onFound(isPoor)
  }, [isPoor, onFound])
  return null
}
