import { useMemo } from 'react'
import type { ProposedAsset } from '@/lib/holdings/proposed'
import type { Tokens } from '../calls/tokenFacts'
import type { Told } from './TokenFacts'
import { useIdentified } from './useIdentified'

/** Tells whose name a proposed token bears; undefined before the chain has told its symbol, and while it is read. */
export const useProposedToken = (
  { options: { address }, chainId, account }: ProposedAsset,
  told: Told | undefined,
): Tokens => {
  const own = useMemo(() => {
    if (!told) return undefined
    const { symbol, decimals = 0 } = told
    return symbol === undefined ? {} : { [address]: { symbol, decimals } }
  }, [address, told])
  return useIdentified(chainId, account, own)
}
