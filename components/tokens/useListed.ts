import type { Address } from 'viem'
import type * as tokenIdentity from '@/lib/listed/tokenIdentity'
import { chunkHook } from '../hooks/chunkHook'

export type Listed = typeof tokenIdentity

/** The list of tokens that ships with the wallet. */
export const useListed = chunkHook<Listed>(() => import('@/lib/listed/tokenIdentity'))

/** The listed tokens of a chain, without the contracts that are none. */
export const listedTokens = (listed: Listed | 'failed', chainId: number): Address[] =>
  listed === 'failed'
    ? []
    : listed
        .listedOn(chainId)
        .flatMap(({ address, decimals }) => (decimals === undefined ? [] : [address]))
