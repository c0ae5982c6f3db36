import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { cache } from '@/lib/db'
import { holdingsKey, type Holdings } from '@/lib/holdings/holdings'
import { wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'

/** How often a page that is looked at asks anew, in ms. */
const every = 10_000

/**
 * Reads the holdings of an account on a chain: as last known at once, then as its node says, asked
 * every 10 s while the page is visible and whenever `pulse` changes.
 */
export const useHoldings = (
  chainId: number,
  account: Address,
  pulse: string,
): { holdings: Holdings | undefined; problem: string | undefined } => {
  const [problem, setProblem] = useState<string>()
  const holdings = useLiveQuery(
    async () => (await cache.facts.get(holdingsKey(chainId, account)))?.value as Holdings,
    [chainId, account],
  )

  useEffect(() => {
    let isOver = false
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      wallet('readHoldings', { chainId, account }).then(
        () => isOver || setProblem(undefined),
        (error: unknown) => isOver || setProblem(sentenceOfError(error)),
      )
    }
    ask()
    const timer = setInterval(ask, every)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [chainId, account, pulse])

  return { holdings, problem }
}
