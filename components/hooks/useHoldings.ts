import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { Address } from 'viem'
import { cache } from '@/lib/db'
import { holdingsKey, type Holdings } from '@/lib/holdings/holdings'
import { usePricing } from '../prices/usePricing'
import { wallet } from '../store/session'
import { listedTokens, useListed } from '../tokens/useListed'
import { problemOf } from './useAction'
import { usePoll } from './usePoll'

/** How often a page that is looked at asks anew, in ms. */
const every = 10_000

/** Holdings as last known, the time of that in ms since 1970, and why there are no newer ones, if so. */
export type KnownHoldings = {
  holdings: Holdings | undefined
  at: number | undefined
  problem: string | undefined
  again: () => void
}

/**
 * Reads the holdings of an account on a chain: as last known at once, then as its node says, asked
 * every 10 s while the page is visible and whenever `pulse` changes.
 */
export const useHoldings = (chainId: number, account: Address, pulse: string): KnownHoldings => {
  const place = `${chainId} ${account}`
  const [found, setFound] = useState<{ place: string; problem: string }>()
  const [asked, setAsked] = useState(0)
  const [listed, pricing] = [useListed(), usePricing()]
  const known = useLiveQuery(
    () => cache.facts.get(holdingsKey(chainId, account)),
    [chainId, account],
  )

  const begin = ({ signal }: AbortController) => {
    if (!listed || !pricing) return undefined
    // Tokens only join: one whose balance comes and goes has its price asked for once more, not again and again.
    const held = new Set<Address>()
    const priceReads = async () => {
      if (pricing === 'failed') return []
      const last = await cache.facts.get(holdingsKey(chainId, account))
      for (const { address } of (last?.value as Holdings | undefined)?.assets ?? [])
        held.add(address)
      return pricing.priceReads(chainId, [...held])
    }
    const read = async (): Promise<undefined> => {
      let also = await priceReads()
      for (let count = -1; also.length > count && !signal.aborted;) {
        count = also.length
        await wallet('readHoldings', {
          chainId,
          account,
          listed: listedTokens(listed, chainId),
          also,
        })
        // Tokens that it found have their price in the next answer.
        also = await priceReads()
      }
      return undefined
    }
    return async () => {
      if (document.visibilityState !== 'visible') return
      const problem = await problemOf(read)
      if (!signal.aborted) setFound(problem === undefined ? undefined : { place, problem })
    }
  }
  usePoll(every, begin, [chainId, account, place, pulse, listed, pricing, asked])

  return {
    holdings: known?.value as Holdings | undefined,
    at: known?.at,
    // An error of another network's node is not said of this one.
    problem: found?.place === place ? found.problem : undefined,
    again: () => {
      setFound(undefined)
      setAsked(asked + 1)
    },
  }
}
