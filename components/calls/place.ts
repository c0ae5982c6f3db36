import type { Address } from 'viem'
import type { Tokens } from './tokens'

/** Where calls are read: whose they are, on which chain, and what is known of its tokens. */
export type Place = { from: Address; chainId: number; tokens: Tokens }

/** Whether two addresses are the same, in any case. */
export const isSame = (a: Address, b: Address): boolean => a.toLowerCase() === b.toLowerCase()
