import type { Address } from 'viem'
import type { Tokens } from './tokenFacts'

/** Where calls are read: whose they are, on which chain, and what is known of its tokens. */
export type Place = { from: Address; chainId: number; tokens: Tokens }
