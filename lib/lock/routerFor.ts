import type { Address } from 'viem'
import { universalRouterOn } from '../decode/contracts'
import { findNetwork } from '../network/networks'

/** Returns the router that may check locks; undefined where nothing is locked. */
export const routerFor = (chainId: number): Address | undefined =>
  // The node of a network that somebody added may lie about all of it.
  findNetwork(chainId)?.isCustom === undefined ? universalRouterOn(chainId) : undefined
