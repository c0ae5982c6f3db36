import type { Unit } from '@/lib/decode/reading'
import type { Token } from '@/lib/simulate/quoteBatch'
import type { Address, Hex } from 'viem'

/** What is known of tokens, and of how much the account has; undefined while it is being found out. */
export type Tokens = Readonly<Record<Address, Token & { balance?: Hex }>> | undefined

/** What is known of one token, its address in any case. */
export const tokenAt = (tokens: Tokens, address: Address | null) =>
  Object.entries(tokens ?? {}).find(
    ([known]) => known.toLowerCase() === address?.toLowerCase(),
  )?.[1]

/** What a number counts: who has decimals counts amounts, even where a call leaves it open. */
export const unitOf = (tokens: Tokens, address: Address, unit: Unit): Unit =>
  unit === 'either' && (tokens === undefined || tokenAt(tokens, address)) ? 'amount' : unit
