import type { Hash } from 'viem'

/** A network of the wallet, as it may be shown. The URLs of its RPCs may carry keys and stand in `urls.ts`. */
export type Network = {
  chainId: number
  name: string
  /** Its native coin, which pays for gas, and what an amount of it counts. */
  symbol: string
  decimals: number
  /** Where its blocks can be looked at, an https URL. */
  explorer?: string
  isTestnet?: true
  /** The user's own: it can be removed. */
  isCustom?: true
  /** Left out where networks are offered; it works all the same. */
  isHidden?: true
  /** The hosts of its RPCs, the one asked first in front. */
  hosts: readonly string[]
  /** Whether all of them are on this machine, where a chain may be started anew. */
  isLocal: boolean
  /** How often the node's pending block changes, in ms. */
  refresh: number
  /** Block 0, undefined where the chain may be started anew or the node has forgotten it. */
  genesis?: Hash
  /** Whether transactions pay an L1 fee that the OP stack's GasPriceOracle estimates. */
  opStack: boolean
  /** The largest gas limit of one transaction (EIP-7825), where the chain is known to have one. */
  gasCap?: number
}
