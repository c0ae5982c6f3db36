import { getAddress, type Address, type Hex } from 'viem'
import type { Allowance, Asset } from '../db/outcome'
import type { Right } from '../decode/rightKinds'

/** An asset with a contract, whose balance is read before and after a batch. */
export type TokenAsset = Exclude<Asset, { standard: 'native' }>

/** A right that is no allowance; `said` by the last call that sets it, `proof` and `isWho` of its getter. */
export type NamedRight = Pick<Allowance, 'token' | 'spender' | 'tokenId'> & {
  standard: Right
  said?: Allowance['left']
  proof: Hex | null
  isWho: boolean
}

/** A spender's allowance for a token, for one token ID of an ERC-721, or for a whole collection. */
export type NamedAllowance =
  | (Pick<Allowance, 'token' | 'spender' | 'tokenId'> & {
      standard: 'ERC20' | 'ERC721' | 'collection' | 'Permit2'
    })
  | NamedRight

/**
 * An asset to read. `isNamed` is true if a transfer log names the account; `net` is how much more the account
 * has by the logs, in raw units.
 */
export type WantedAsset = { asset: TokenAsset; isNamed: boolean; net: bigint }

/** An allowance to read. */
export type WantedGrant = {
  grant: NamedAllowance
  /** True if a call of the batch sets the allowance. */
  isSet: boolean
  /** Amounts of the allowance by the logs, in order. */
  became: bigint[]
}

/** Assets and allowances to read around a run, without duplicates, in the order they were found. */
export type ReadSet = {
  assets: Map<string, WantedAsset>
  grants: Map<string, WantedGrant>
  /** Contracts whose logs say that their tokens have IDs (ERC-721, ERC-1155). Logs may lie. */
  collections: Set<Address>
}

/** Returns an empty set of reads. */
export const nothing = (): ReadSet => ({
  assets: new Map(),
  grants: new Map(),
  collections: new Set(),
})

const keyOf = (
  kind: string,
  { address, tokenId }: { address: Address; tokenId?: Hex | undefined },
) => `${kind} ${address} ${tokenId ?? ''}`

/** Adds an asset; the `net` amounts of one asset add up. */
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

/** Adds an allowance; `became` is its amount by a log. */
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

/** The most assets, and the most allowances, to read for one batch. */
const most = 1024

/**
 * Merges two sets of reads, cut to the limit; assets with `isNamed` and allowances that calls set come first.
 */
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
  const grants = [...all.grants]
  grants.sort(([, a], [, b]) => Number(b.isSet) - Number(a.isSet))
  return {
    assets: new Map(assets.slice(0, most)),
    grants: new Map(grants.slice(0, most)),
    collections: all.collections,
  }
}

/** True if an asset or an allowance in `wanted` was not read. */
export const lacks = (read: ReadSet, wanted: ReadSet): boolean =>
  [...wanted.assets.keys()].some((key) => !read.assets.has(key)) ||
  [...wanted.grants.keys()].some((key) => !read.grants.has(key))

/** True if an allowance in `wanted`, or an asset with `isNamed`, was not read. */
export const leavesOut = (read: ReadSet, wanted: ReadSet): boolean =>
  [...wanted.assets].some(([key, { isNamed }]) => isNamed && !read.assets.has(key)) ||
  [...wanted.grants.keys()].some((key) => !read.grants.has(key))
