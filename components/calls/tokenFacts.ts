import type { Unit } from '@/lib/decode/reading'
import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
import type { Token } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'
import type { Address, Hex } from 'viem'

/** Symbol and decimals that a token's contract states, and the identity that its name has on Volley's list. */
export type TokenFact = Token & { balance?: Hex; identity: TokenIdentity }

/** Facts on tokens and the account's balances, by address; undefined while they are read. */
export type Tokens = Readonly<Record<Address, TokenFact>> | undefined

/** Finds the facts on a token, ignoring upper and lower case of its address. */
export const tokenAt = <T extends Token>(
  tokens: Readonly<Record<Address, T>> | undefined,
  address: Address | null,
): T | undefined =>
  (address === null ? undefined : tokens?.[address]) ??
  Object.entries(tokens ?? {}).find(
    ([known]) => address !== null && sameAddress(known, address),
  )?.[1]

/** The facts on a token that may go by its symbol alone: a listed one, or one that the account has. */
export const namedAt = (tokens: Tokens, address: Address | null): TokenFact | undefined => {
  const token = tokenAt(tokens, address)
  const isKnown = token?.identity.is === 'listed' || token?.identity.is === 'held'
  return isKnown ? token : undefined
}

/** Tells if a token may not go by its symbol; false while nobody knows. */
export const isNameless = (tokens: Tokens, address: Address): boolean =>
  tokens !== undefined && namedAt(tokens, address) === undefined

/** Tells if a number is an amount or an item: a token with decimals counts amounts. */
export const unitOf = (tokens: Tokens, address: Address, unit: Unit): Unit =>
  unit === 'either' && (tokens === undefined || tokenAt(tokens, address)) ? 'amount' : unit
