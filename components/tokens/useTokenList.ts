import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { Address } from 'viem'
import { journal, type WatchedAsset } from '@/lib/db'
import { heldAssetKey, type HeldAsset } from '@/lib/holdings/found'
import { useHoldings, type KnownHoldings } from '../hooks/useHoldings'
import { sortHoldings, type Sorted } from './sortHoldings'
import { useIdentity } from './useIdentified'
import { useListed } from './useListed'

/** The tokens that the user listed or hid on a network; undefined while they are read. */
const useWatched = (chainId: number): WatchedAsset[] | undefined =>
  useLiveQuery(() => journal.assets.where({ chainId }).toArray(), [chainId])

/** Coin and tokens of an account; apart from them, those whose name nobody but their sender knows. */
export type HeldTokens = KnownHoldings & {
  hidden: readonly WatchedAsset[]
  /** Undefined while holdings or lists are read. */
  tokens: Sorted | undefined
}

/** An account's holdings without the tokens that the user hid, and those. */
export const useTokenList = (chainId: number, account: Address, pulse: string): HeldTokens => {
  const watched = useWatched(chainId)
  const wish = watched?.map(({ key, isHidden = false }) => `${key} ${isHidden}`).join() ?? ''
  const known = useHoldings(chainId, account, `${pulse} ${wish}`)
  const listed = useListed()
  const identify = useIdentity(chainId, account)
  const { holdings } = known
  const tokens = useMemo(() => {
    if (!holdings || !watched || !listed || !identify) return undefined
    const keys = new Set(watched.filter(({ isHidden }) => isHidden).map(heldAssetKey))
    const isShown = (asset: HeldAsset) => !keys.has(heldAssetKey(asset))
    const rows = listed === 'failed' ? [] : listed.listedOn(chainId)
    return sortHoldings(holdings.assets.filter(isShown), rows, identify)
  }, [holdings, watched, listed, identify, chainId])
  return { ...known, hidden: watched?.filter(({ isHidden }) => isHidden) ?? [], tokens }
}
