import type * as contractNames from '@/lib/listed/contractNames'
import { chunkHook } from '../hooks/chunkHook'

/** The names of well-known contracts that ship with the wallet; without them contracts go by their addresses. */
export const useContractNames = chunkHook<typeof contractNames>(
  () => import('@/lib/listed/contractNames'),
)

/** Finds a shipped name; nothing while the names are loaded, or if they cannot be. */
export const shippedName = (
  names: ReturnType<typeof useContractNames>,
  address: string,
  chainId: number,
): string | undefined =>
  names && names !== 'failed' ? names.listedContract(address, chainId) : undefined
