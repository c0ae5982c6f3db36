import type { DeliveredTopic } from './criteria'

/**
 * What a page's relay is told of a subscription: how many of the blocks told before are gone, and what the
 * new ones hold. `wire`, the params that made it, stands where it begins, and begins anew on another
 * network; without `blocks` it has ended.
 */
export type Delivery = {
  subscription: string
  wire?: string
  chainId?: number
  gone?: number
  blocks?: [...DeliveredTopic, results: unknown[]][]
}

/** A subscription as the relay holds it: all that is needed to go on after the last block that was told. */
export type Held = { id: string; wire: string; chainId: number; trail: DeliveredTopic[] }

/** What the relay sends first on a new Port. */
export type Resume = { held: Held[] }
