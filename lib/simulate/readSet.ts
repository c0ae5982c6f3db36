import { getAddress, type Address, type Hex } from 'viem'
import type { Allowance, Asset } from '../db/outcome'

/** Something to be read before and after a batch. */
export type TokenAsset = Exclude<Asset, { standard: 'native' }>

/** Whom an account lets take what of it; of one token of an ERC-721, or of a whole collection. */
export type NamedAllowance = Pick<Allowance, 'token' | 'spender' | 'tokenId'> & {
  standard: 'ERC20' | 'ERC721' | 'collection' | 'Permit2'
}

/** What there is to be read of an asset; `isNamed`: a log or a call says that the account has part in it. */
export type WantedAsset = { asset: TokenAsset; isNamed: boolean; net: bigint }

/** What there is to be read of an allowance. */
export type WantedGrant = {
  grant: NamedAllowance
  /** Whether a call of the batch sets it. */
  isSet: boolean
  /** What logs say it became, in order. */
  became: bigint[]
}

/** Everything to be read, without repetition, in the order in which it was met. */
export type ReadSet = {
  assets: Map<string, WantedAsset>
  grants: Map<string, WantedGrant>
  /** Contracts whose logs say that their tokens have IDs; that may be a lie as well. */
  collections: Set<Address>
}

/** Nothing yet. */
export const nothing = (): ReadSet => ({
  assets: new Map(),
  grants: new Map(),
  collections: new Set(),
})

const keyOf = (
  kind: string,
  { address, tokenId }: { address: Address; tokenId?: Hex | undefined },
) => `${kind} ${address} ${tokenId ?? ''}`

/** Adds an asset; `net`: by how much the account has more of it, as a log says. */
export const wantAsset = (wants: ReadSet, wanted: WantedAsset): void => {
  const { standard, address, ...id } = wanted.asset
  const asset = { standard, address: getAddress(address), ...id } as TokenAsset
  const key = keyOf(standard, asset)
  const known = wants.assets.get(key)
  wants.assets.set(key, {
    asset,
    isNamed: wanted.isNamed || (known?.isNamed ?? false),
    net: wanted.net + (known?.net ?? 0n),
  })
}

/** Adds an allowance; `became`: what a log says it is now. */
export const wantGrant = (
  wants: ReadSet,
  { token, spender, ...rest }: NamedAllowance,
  { isSet = false, became }: { isSet?: boolean; became?: bigint },
): void => {
  const grant = { token: getAddress(token), spender: getAddress(spender), ...rest }
  const address: Address = `${grant.token}${grant.spender.slice(2)}`
  const key = keyOf(grant.standard, { address, tokenId: grant.tokenId })
  const known = wants.grants.get(key)
  wants.grants.set(key, {
    grant,
    isSet: isSet || (known?.isSet ?? false),
    became: [...(known?.became ?? []), ...(became === undefined ? [] : [became])],
  })
}

/** How much is read of one batch at the most; what the account has part in comes first. */
const most = 1024

/** All that either wants, what the account has part in first. */
export const joined = (first: ReadSet, second: ReadSet): ReadSet => {
  const all = nothing()
  for (const { assets, grants, collections } of [first, second]) {
    for (const wanted of assets.values()) wantAsset(all, wanted)
    for (const { grant, isSet, became } of grants.values()) {
      wantGrant(all, grant, { isSet })
      for (const value of became) wantGrant(all, grant, { became: value })
    }
    for (const address of collections) all.collections.add(address)
  }
  const assets = [...all.assets]
  assets.sort(([, a], [, b]) => Number(b.isNamed) - Number(a.isNamed))
  return {
    assets: new Map(assets.slice(0, most)),
    grants: new Map([...all.grants].slice(0, most)),
    collections: all.collections,
  }
}

/** Whether something wanted is not among what was read. */
export const lacks = (read: ReadSet, wanted: ReadSet): boolean =>
  [...wanted.assets.keys()].some((key) => !read.assets.has(key)) ||
  [...wanted.grants.keys()].some((key) => !read.grants.has(key))

/** Whether something that the account has part in is not among what was read. */
export const leavesOut = (read: ReadSet, wanted: ReadSet): boolean =>
  [...wanted.assets].some(([key, { isNamed }]) => isNamed && !read.assets.has(key)) ||
  [...wanted.grants.keys()].some((key) => !read.grants.has(key))
