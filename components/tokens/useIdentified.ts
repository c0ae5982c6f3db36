import { useMemo } from 'react'
import type { Address, Hex } from 'viem'
import { cache, journal } from '@/lib/db'
import { holdingsKey, type Holdings } from '@/lib/holdings/holdings'
import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
import type { Token } from '@/lib/simulate/quote'
import type { TokenFact, Tokens } from '../calls/tokenFacts'
import { keyedQuery } from '../hooks/keyedQuery'
import { symbolOf } from '../text/native'
import { useListed, type Listed } from './useListed'

/** A token that is the account's own, by its own symbol if it has one. */
type Held = { address: Address; symbol?: string | undefined }

/**
 * Reads the tokens that are an account's own: those that its user added, and those that it holds and sent or
 * approved itself. What somebody else sent it is not its own.
 */
export const ownTokens = async (chainId: number, account: Address): Promise<Held[]> => {
  const [last, added] = await Promise.all([
    cache.facts.get(holdingsKey(chainId, account)),
    journal.assets.where({ chainId }).toArray(),
  ])
  const holdings = last?.value as Holdings | undefined
  return [
    ...added.filter(({ isHidden }) => !isHidden),
    ...(holdings?.assets ?? [])
      .filter(({ isOwn }) => isOwn)
      .map(({ address, token }) => ({ address, symbol: token?.symbol })),
  ]
}

/** These tokens, live; undefined while they are read. */
export const useOwnTokens = keyedQuery(ownTokens)

/** The identity of a token by the list; none has one if the list cannot be read. */
const identityBy = (
  listed: Listed | 'failed',
  token: Parameters<Listed['tokenIdentity']>[0],
): TokenIdentity => (listed === 'failed' ? { is: 'unchecked' } : listed.tokenIdentity(token))

/** Tells whose name a token bears on a chain, for an account; undefined while the lists are read. */
export const useIdentity = (chainId: number, account: Address) => {
  const listed = useListed()
  const held = useOwnTokens(chainId, account)
  return useMemo(
    () =>
      listed &&
      held &&
      ((token: Held): TokenIdentity =>
        identityBy(listed, {
          chainId,
          coin: symbolOf(chainId),
          address: token.address,
          symbol: token.symbol,
          held,
        })),
    [listed, held, chainId],
  )
}

type Said = Readonly<Record<Address, Token & { balance?: Hex }>>

/** Adds identities to the symbols that tokens state, and adds the listed tokens that stated none. */
export const identifiedOf = (
  said: Said,
  listed: ReturnType<Listed['listedOn']>,
  identify: (token: Held) => TokenIdentity,
): NonNullable<Tokens> => {
  const spoken = new Set(Object.keys(said).map((address) => address.toLowerCase()))
  const silent = listed.flatMap(({ address, symbol, decimals }): [string, TokenFact][] =>
    decimals === undefined || spoken.has(address.toLowerCase())
      ? []
      : [[address, { symbol, decimals, identity: { is: 'listed' } }]],
  )
  const own = Object.entries(said).map(([address, token]): [string, TokenFact] => {
    const identity = identify({ address: address as Address, symbol: token.symbol })
    return [address, { ...token, identity }]
  })
  return Object.fromEntries([...silent, ...own])
}

/** Adds to what tokens say of themselves whose name that is; undefined while it is read. */
export const useIdentified = (
  chainId: number,
  account: Address,
  said: Said | undefined,
): Tokens => {
  const listed = useListed()
  const identify = useIdentity(chainId, account)
  return useMemo(
    () =>
      listed &&
      identify &&
      said &&
      identifiedOf(said, listed === 'failed' ? [] : listed.listedOn(chainId), identify),
    [listed, identify, said, chainId],
  )
}
