import { useLiveQuery } from 'dexie-react-hooks'
import type { Address } from 'viem'
import { journal } from '@/lib/db'

/**
 * Reads the chains that an account is used on: the one that the wallet shows, those of its sites, and those
 * of its batches that are under way. The nodes of the others have no reason to learn the address.
 */
export const chainsInUse = async (
  account: Address,
  shown: number,
): Promise<ReadonlySet<number>> => {
  const sites = await journal.permissions.toArray()
  const batches = await journal.batches.where({ live: 1 }).toArray()
  return new Set([
    shown,
    ...sites.flatMap(({ accounts, chainId }) => (accounts.includes(account) ? [chainId] : [])),
    ...batches.flatMap(({ from, chainId }) => (from === account ? [chainId] : [])),
  ])
}

/** The chains that an account is used on; undefined while they are read. */
export const useChainsInUse = (account: Address, shown: number): ReadonlySet<number> | undefined =>
  useLiveQuery(() => chainsInUse(account, shown), [account, shown])
