import type { Address, Hex } from 'viem'
import type { Token } from '../simulate/quote'
import type { Range } from './range'

/** Names of ERC-20 tokens by their own word, and the account's balances in raw units. */
export type TokensSaid = Record<Address, Token & { balance?: Hex }>

/** Requests of a page to the background: nothing else here contacts a node. Each throws if the node is silent. */
export type NodeReader = {
  /** Number and time of the newest block; the time in seconds since 1970. */
  head: () => Promise<{ number: number; time: number }>
  /** Logs by topics; `refused` if the node does not take so many blocks, `missing` if it gives none at all. */
  logs: (
    range: Range,
    topics: readonly (Hex | readonly Hex[] | null)[],
  ) => Promise<readonly unknown[] | 'refused' | 'missing'>
  /** Answers of contracts, at a block if one is named; null for one that reverts. */
  read: (
    reads: readonly { to: Address; data: Hex }[],
    at: 'pending' | 'latest' | number,
  ) => Promise<readonly (Hex | null)[]>
  /** A token without valid symbol and decimals is left out. */
  tokens: (account: Address, addresses: readonly Address[]) => Promise<TokensSaid>
}
