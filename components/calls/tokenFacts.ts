import type { Unit } from '@/lib/decode/reading'
import type { Token } from '@/lib/simulate/quote'
import type { Address, Hex } from 'viem'

/** Facts on tokens and the account's balances, by address; undefined while they are read. */
export type Tokens = Readonly<Record<Address, Token & { balance?: Hex }>> | undefined

/** Finds the facts on a token, ignoring upper and lower case of its address. */
export const tokenAt = (tokens: Tokens, address: Address | null) =>
  Object.entries(tokens ?? {}).find(
    ([known]) => known.toLowerCase() === address?.toLowerCase(),
  )?.[1]

/** Tells if a number is an amount or an item: a token with decimals counts amounts. */
export const unitOf = (tokens: Tokens, address: Address, unit: Unit): Unit =>
  unit === 'either' && (tokens === undefined || tokenAt(tokens, address)) ? 'amount' : unit
