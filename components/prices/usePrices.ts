import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo } from 'react'
import type { Address } from 'viem'
import { cache } from '@/lib/db'
import { holdingsKey, type Holdings } from '@/lib/holdings/holdings'
import { wallet } from '../store/session'
import { listedTokens, useListed } from '../tokens/useListed'
import { usePricing } from './usePricing'

/** How long answers of feeds count, in ms: they say since when a price stands, not that the node still runs. */
const holds = 10 * 60_000

/** How old answers may be before a screen asks anew, in ms. */
const fresh = 60_000

/** What something is worth in US dollars with 8 decimals, and since when that price stands, in seconds since 1970. */
export type Worth = { value: bigint; at: number }

/** Tells what an amount of an asset is worth; undefined where there is no price. */
export type WorthOf = (
  asset: Address | 'native',
  amount: bigint,
  decimals: number,
) => Worth | undefined

/** Prices as they were last read together with an account's balances. */
export const useWorth = (chainId: number, account: Address): WorthOf | undefined => {
  const loaded = usePricing()
  const known = useLiveQuery(
    () => cache.facts.get(holdingsKey(chainId, account)),
    [chainId, account],
  )
  return useMemo(() => {
    if (!loaded || loaded === 'failed' || !known) return undefined
    const { answers = [] } = known.value as Holdings
    const now = Date.now()
    const prices =
      now - known.at < holds ? loaded.pricesIn(chainId, answers, Math.floor(now / 1000)) : undefined
    return (asset, amount, decimals) => {
      const price = prices?.get(asset.toLowerCase())
      return price && { value: loaded.valueOf(amount, decimals, price), at: price.at }
    }
  }, [loaded, known, chainId])
}

/** Has prices of these tokens read where nobody did lately. Without an answer there are none. */
export const useReadPrices = (
  chainId: number,
  account: Address,
  tokens: readonly Address[] | undefined,
): void => {
  const [loaded, listed] = [usePricing(), useListed()]
  const wanted = tokens?.join()
  useEffect(() => {
    if (!loaded || loaded === 'failed' || !listed || wanted === undefined) return
    const asked = wanted === '' ? [] : (wanted.split(',') as Address[])
    const also = loaded.priceReads(chainId, asked)
    if (also.length === 0) return
    void (async () => {
      const known = await cache.facts.get(holdingsKey(chainId, account))
      const { answers = [] } = (known?.value ?? {}) as Partial<Holdings>
      const isThere = also.every((read) =>
        answers.some(([to, data]) => to === read.to && data === read.data),
      )
      if (isThere && known && Date.now() - known.at < fresh) return
      await wallet('readHoldings', {
        chainId,
        account,
        listed: listedTokens(listed, chainId),
        also,
      })
    })().catch(() => undefined)
  }, [loaded, listed, chainId, account, wanted])
}
