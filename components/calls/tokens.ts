import type { Token } from '@/lib/simulate/quote'
import type { Address } from 'viem'

/** What is known of tokens; undefined while it is being found out. */
export type Tokens = Readonly<Record<Address, Token>> | undefined

/** What is known of one token, its address in any case. */
export const tokenAt = (tokens: Tokens, address: Address | null): Token | undefined =>
  Object.entries(tokens ?? {}).find(
    ([known]) => known.toLowerCase() === address?.toLowerCase(),
  )?.[1]
