import type { Address } from 'viem'
import { contractName, knownContracts } from '../decode/contracts'
import { sameAddress } from '../values/address'
import { localTokens } from './localTokens'
import { skeletonsOf } from './skeletons'
import sources from './sources.json'
import tokens from './tokens.json'

/** Date of the list of tokens, as `YYYY-MM-DD`. */
export const listDate: string = sources.tokens.date

/**
 * The owner of the name that a token bears: a listed token's own, that of one the account has, its own word alone, or
 * that of another token or of the chain's coin; `unchecked` where the list could not be read. `on` is the chain of
 * that other token where the list has none of the name on this one.
 */
export type TokenIdentity =
  | { is: 'listed' | 'held' | 'unlisted' | 'unchecked' }
  | { is: 'false'; of: Address | 'native'; symbol: string; on?: number }

type Rows = Readonly<Record<string, Readonly<Record<string, readonly (string | number)[]>>>>

const rows: Rows = { ...tokens, ...(__LOCAL_URL__ ? localTokens : {}) }

type Listed = {
  address: Address
  symbol: string
  /** Name and decimals; absent for a contract that is no token. */
  name?: string
  decimals?: number
  /** Name of its picture in `pictures.json`, where there is one. */
  picture?: string
  skeletons: readonly string[]
}

/** Lists by chain ID, with the skeletons of their symbols, as far as they were asked for. */
const lists = new Map<number, readonly Listed[]>()

/** Lists the tokens that ship with the wallet for a chain, and the contracts that it knows by name. */
export const listedOn = (chainId: number): readonly Listed[] => {
  const known = lists.get(chainId)
  if (known) return known
  const named = [
    ...Object.entries(rows[chainId] ?? {}).map(([address, [symbol, name, decimals, picture]]) => ({
      address: address as Address,
      symbol: String(symbol),
      name: String(name),
      decimals: Number(decimals),
      ...(picture === undefined ? {} : { picture: String(picture) }),
    })),
    ...knownContracts(chainId).map((address) => ({
      address,
      symbol: contractName(address, chainId) ?? '',
    })),
  ]
  const list = named.map((one) => ({ ...one, skeletons: skeletonsOf(one.symbol) }))
  lists.set(chainId, list)
  return list
}

/** Names the picture of a listed token: by its chain and whole address, whatever a contract calls itself. */
export const listedPicture = (address: Address, chainId: number): string | undefined =>
  listedOn(chainId).find((one) => sameAddress(one.address, address))?.picture

type Elsewhere = Listed & { on: number }

let elsewhere: readonly Elsewhere[] | undefined

/** Lists the tokens of all chains that have a list: Ethereum's first, as keys that are numbers come in order. */
const listedElsewhere = (): readonly Elsewhere[] =>
  (elsewhere ??= Object.keys(tokens).flatMap((id) =>
    listedOn(Number(id)).flatMap((one) =>
      one.decimals === undefined ? [] : [{ ...one, on: Number(id) }],
    ),
  ))

/** Returns the one of those with such skeletons that bears the very symbol, or else the first. */
const twinIn = <One extends Pick<Listed, 'symbol' | 'skeletons'>>(
  list: readonly One[],
  symbol: string,
  skeletons: readonly string[],
): One | undefined => {
  const twins = list.filter((one) => one.skeletons.some((skeleton) => skeletons.includes(skeleton)))
  return twins.find((one) => one.symbol === symbol) ?? twins[0]
}

/**
 * Tells whose name a token bears. `coin` is the symbol of the chain's coin, `held` are the tokens that the user
 * added, and those that the account holds and sent or approved itself. That the account has a token does not
 * clear it of a name that is listed on its chain; of one that is listed on others alone, it does: what came over
 * a bridge may bear it honestly. Testnets have no list, and mocks of such names do no harm there.
 */
export const tokenIdentity = ({
  chainId,
  coin,
  address,
  symbol,
  held,
}: {
  chainId: number
  coin: string
  address: Address
  symbol: string | undefined
  held: readonly { address: Address; symbol?: string | undefined }[]
}): TokenIdentity => {
  const listed = listedOn(chainId)
  const isThis = (one: { address: Address }) => sameAddress(one.address, address)
  if (listed.some(isThis)) return { is: 'listed' }
  const isHeld = held.some(isThis)
  const known: TokenIdentity = { is: isHeld ? 'held' : 'unlisted' }
  if (symbol === undefined) return known
  const skeletons = skeletonsOf(symbol)
  if (skeletonsOf(coin).some((skeleton) => skeletons.includes(skeleton)))
    return { is: 'false', of: 'native', symbol: coin }
  const own = (isHeld ? [] : held).map((one) => {
    const named = one.symbol ?? ''
    return { address: one.address, symbol: named, skeletons: skeletonsOf(named) }
  })
  const twin = twinIn([...listed, ...own], symbol, skeletons)
  if (twin) return { is: 'false', of: twin.address, symbol: twin.symbol }
  const other =
    isHeld || !(chainId in tokens) ? undefined : twinIn(listedElsewhere(), symbol, skeletons)
  return other ? { is: 'false', of: other.address, symbol: other.symbol, on: other.on } : known
}
