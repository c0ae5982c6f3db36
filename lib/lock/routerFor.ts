import type { Address } from 'viem'
import { universalRouterOn } from '../decode/contracts'
import { findNetwork } from '../network/networks'

/** Returns the router that may check locks and deadlines; undefined where nothing may. */
export const routerFor = (chainId: number): Address | undefined =>
  // The node of a network that somebody added may lie about all of it.
  findNetwork(chainId)?.isCustom === undefined ? universalRouterOn(chainId) : undefined
