import type { Hash } from 'viem'

/** A network as pages may see it. The URLs of its RPCs may contain API keys and stay in `urls.ts`. */
export type Network = {
  chainId: number
  name: string
  /** Symbol of the native coin, which pays for gas; `decimals` belongs to the same coin. */
  symbol: string
  decimals: number
  /** Base URL (https) of the block explorer. */
  explorer?: string
  isTestnet?: true
  /** Custom network, added by the user, who can remove it. */
  isCustom?: true
  /** Origin of the site that asked for this custom network. */
  addedBy?: string
  /** Not offered in lists; sites that are on it still work. */
  isHidden?: true
  /** Hosts of its RPCs, in the order they are asked. */
  hosts: readonly string[]
  /** True if all RPCs are on this machine, where a chain may restart from block 0. */
  isLocal: boolean
  /** Interval at which the node's pending block changes, in ms. */
  refresh: number
  /** Hash of block 0; undefined if the chain may restart or the node no longer has it. */
  genesis?: Hash
  /** True if transactions pay an L1 fee, estimated by the OP stack's GasPriceOracle. */
  opStack: boolean
  /** Largest gas limit of one transaction (EIP-7825), if the chain is known to have one. */
  gasCap?: number
}
