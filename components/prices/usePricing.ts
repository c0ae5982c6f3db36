import type * as pricing from '@/lib/listed/prices'
import { chunkHook } from '../hooks/chunkHook'

/** The list of price feeds that ships with the wallet, and what reads them. */
export const usePricing = chunkHook<typeof pricing>(() => import('@/lib/listed/prices'))
