import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { journal } from '@/lib/db'
import { wallet } from '../store/session'
import { listedTokens, useListed } from '../tokens/useListed'

/** The chains other than the shown one on which batches of an account are under way. */
export const liveChains = async (account: Address, shown: number): Promise<number[]> => {
  const batches = await journal.batches.where({ live: 1 }).toArray()
  const chains = batches.flatMap(({ from, chainId }) => (from === account ? [chainId] : []))
  return [...new Set(chains)].filter((chainId) => chainId !== shown).toSorted((a, b) => a - b)
}

/**
 * Has an account's holdings read on the networks of its live batches, whenever `pulse` changes: who turns to such a
 * network finds them there. Others learn nothing of the account.
 */
export const useLiveHoldings = (account: Address, shown: number, pulse: string): void => {
  const listed = useListed()
  const chains = useLiveQuery(() => liveChains(account, shown), [account, shown])?.join()
  useEffect(() => {
    if (!listed || !chains) return
    for (const chainId of chains.split(',').map(Number))
      // A node that is silent leaves what is known: its own page says so.
      wallet('readHoldings', {
        chainId,
        account,
        listed: listedTokens(listed, chainId),
      }).catch(() => undefined)
  }, [listed, chains, account, pulse])
}
