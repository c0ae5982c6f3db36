import type { Address } from 'viem'
import type { Holding } from '@/lib/holdings/holdings'
import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
import { sameAddress } from '@/lib/values/address'
import type { Listed } from './useListed'

/** A holding with whose name its token bears. A listed token has the symbol, name and decimals of the list. */
export type Identified = Holding & { identity: TokenIdentity }

/** Holdings that may stand in the account's list, and those that anybody may have sent. */
export type Sorted = { known: Identified[]; unknown: Identified[] }

/** Tells whose name a token bears. */
type Identify = (token: { address: Address; symbol?: string | undefined }) => TokenIdentity

/**
 * Sorts an account's holdings. Known are listed tokens and its own, above zero or watched; the rest is what
 * anybody may have sent, under any name. Those that the user watches or has dealt with come first.
 */
export const sortHoldings = (
  assets: readonly Holding[],
  listed: ReturnType<Listed['listedOn']>,
  identify: Identify,
): Sorted => {
  const named = assets.map((asset): Identified => {
    const identity = identify({ address: asset.address, symbol: asset.token?.symbol })
    const row = listed.find(({ address }) => sameAddress(address, asset.address))
    if (row?.decimals === undefined || asset.standard !== 'ERC20') return { ...asset, identity }
    const { symbol, name = '', decimals } = row
    return { ...asset, identity, token: { symbol, name, decimals } }
  })
  const isKnown = ({ identity, amount, isWatched }: Identified) =>
    (identity.is === 'listed' || identity.is === 'held') && (BigInt(amount) > 0n || isWatched)
  const isChosen = ({ isOwn, isWatched }: Identified) => isOwn || isWatched
  return {
    known: named.filter(isKnown).toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a))),
    unknown: named.filter((one) => !isKnown(one) && BigInt(one.amount) > 0n),
  }
}
