import type { DeliveredTopic } from './criteria'

/**
 * Message to a page's relay on one subscription: `gone` counts reported blocks that a reorg removed, `blocks`
 * are the new ones. `wire`, the params of `eth_subscribe`, is set where it starts, also on another network;
 * without `blocks` it has ended.
 */
export type Delivery = {
  subscription: string
  wire?: string
  chainId?: number
  gone?: number
  blocks?: [...DeliveredTopic, results: unknown[]][]
}

/** A subscription as a relay keeps it, with all that a restarted background needs to continue. */
export type HeldSubscription = {
  id: string
  wire: string
  chainId: number
  trail: DeliveredTopic[]
}

/** First message of a relay on a new Port. */
export type Resume = { held: HeldSubscription[] }
