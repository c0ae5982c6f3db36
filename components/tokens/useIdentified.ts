import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { Address, Hex } from 'viem'
import { cache, journal } from '@/lib/db'
import { holdingsKey, type Holdings } from '@/lib/holdings/holdings'
import type { Token } from '@/lib/simulate/quote'
import type { Tokens } from '../calls/tokenFacts'
import { symbolOf } from '../text/native'
import { useListed } from './useListed'

/** A token that an account holds or its user added, by its own symbol if it has one. */
type Held = { address: Address; symbol?: string | undefined }

/** Reads the tokens that an account holds, as far as was last known, and those that its user added. */
const heldBy = async (chainId: number, account: Address): Promise<Held[]> => {
  const [last, added] = await Promise.all([
    cache.facts.get(holdingsKey(chainId, account)),
    journal.assets.where({ chainId }).toArray(),
  ])
  const holdings = last?.value as Holdings | undefined
  return [
    ...added.filter(({ isHidden }) => !isHidden),
    ...(holdings?.assets ?? []).map(({ address, token }) => ({ address, symbol: token?.symbol })),
  ]
}

/** Tells whose name a token bears on a chain, for an account; undefined while the lists are read. */
export const useIdentity = (chainId: number, account: Address) => {
  const listed = useListed()
  const held = useLiveQuery(() => heldBy(chainId, account), [chainId, account])
  return useMemo(
    () =>
      listed &&
      held &&
      ((token: Held) =>
        listed.tokenIdentity({
          chainId,
          coin: symbolOf(chainId),
          address: token.address,
          symbol: token.symbol,
          held,
        })),
    [listed, held, chainId],
  )
}

/** Adds to what tokens say of themselves whose name that is; undefined while it is read. */
export const useIdentified = (
  chainId: number,
  account: Address,
  tokens: Readonly<Record<Address, Token & { balance?: Hex }>> | undefined,
): Tokens => {
  const identify = useIdentity(chainId, account)
  return useMemo(
    () =>
      identify &&
      tokens &&
      Object.fromEntries(
        Object.entries(tokens).map(([address, token]) => [
          address,
          {
            ...token,
            identity: identify({ address: address as Address, symbol: token.symbol }),
          },
        ]),
      ),
    [identify, tokens],
  )
}
