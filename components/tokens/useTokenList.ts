import { useLiveQuery } from 'dexie-react-hooks'
import type { Address } from 'viem'
import { journal, type WatchedAsset } from '@/lib/db'
import { heldAssetKey, type HeldAsset } from '@/lib/holdings/found'
import { useHoldings } from '../hooks/useHoldings'

/** The tokens that the user listed or hid on a network; undefined while they are read. */
const useWatched = (chainId: number): WatchedAsset[] | undefined =>
  useLiveQuery(() => journal.assets.where({ chainId }).toArray(), [chainId])

/** An account's holdings without the tokens that the user hid, and those. */
export const useTokenList = (chainId: number, account: Address, pulse: string) => {
  const watched = useWatched(chainId)
  const wish = watched?.map(({ key, isHidden = false }) => `${key} ${isHidden}`).join() ?? ''
  const { holdings, problem } = useHoldings(chainId, account, `${pulse} ${wish}`)
  const hidden = watched?.filter(({ isHidden }) => isHidden) ?? []
  const keys = new Set(hidden.map(heldAssetKey))
  const isShown = (asset: HeldAsset) => !keys.has(heldAssetKey(asset))
  return {
    hidden,
    problem,
    holdings: holdings && watched && { ...holdings, assets: holdings.assets.filter(isShown) },
  }
}
