import type * as tokenIdentity from '@/lib/listed/tokenIdentity'
import { chunkHook } from '../hooks/chunkHook'

export type Listed = typeof tokenIdentity

/** The list of tokens that ships with the wallet. */
export const useListed = chunkHook<Listed>(() => import('@/lib/listed/tokenIdentity'))
