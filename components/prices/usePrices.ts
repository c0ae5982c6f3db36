import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import type { Address } from 'viem'
import { cache } from '@/lib/db'
import { holdingsKey, type Holdings } from '@/lib/holdings/holdings'
import type { Price } from '@/lib/listed/prices'
import { wallet } from '../store/session'
import { usePoll } from '../hooks/usePoll'
import { listedTokens, useListed } from '../tokens/useListed'
import { usePricing } from './usePricing'

/** How long answers of feeds count, in ms: they say since when a price stands, not that the node still runs. */
const holds = 10 * 60_000

/** How old answers may be before a screen asks anew, in ms. */
const fresh = 60_000

/** How often an open screen looks if a price is too old by now, in ms: one long timer would sleep with the machine. */
const every = 1_000

/** Worth of something in US dollars with 8 decimals, and since when that price stands, in seconds since 1970. */
export type Worth = { value: bigint; at: number }

/** Tells what an amount of an asset is worth; undefined where there is no price, `old` where its price no longer counts. */
export type WorthOf = (
  asset: Address | 'native',
  amount: bigint,
  decimals: number,
) => Worth | 'old' | undefined

/** Prices as they were last read together with an account's balances, each until it is too old, also on a screen that stays open. */
export const useWorth = (chainId: number, account: Address): WorthOf | undefined => {
  const loaded = usePricing()
  const known = useLiveQuery(
    () => cache.facts.get(holdingsKey(chainId, account)),
    [chainId, account],
  )
  const [turn, setTurn] = useState(0)
  const found = useMemo(() => {
    if (!loaded || loaded === 'failed' || !known) return undefined
    const { answers = [] } = known.value as Holdings
    const now = Date.now()
    // Prices that counted when they were read; a clock that was turned back makes none count.
    const read = loaded.pricesIn(chainId, answers, Math.floor(Math.min(now, known.at) / 1000))
    const endOf = ({ at }: Price) => Math.min(known.at + holds, (at + loaded.oldest) * 1000)
    const worthOf: WorthOf = (asset, amount, decimals) => {
      const price = read.get(asset.toLowerCase())
      if (!price) return undefined
      if (endOf(price) <= now) return 'old'
      return { value: loaded.valueOf(amount, decimals, price), at: price.at }
    }
    const ends = [...read.values()].map(endOf).filter((end) => end > now)
    return { worthOf, next: Math.min(...ends) }
  }, [loaded, known, chainId, turn])
  const next = found?.next ?? Infinity

  usePoll(every, () => {
    if (next === Infinity) return undefined
    return () => {
      if (Date.now() >= next) setTurn((before) => before + 1)
    }
  }, [next])

  return found?.worthOf
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
