import { getAddress, type Address, type Hex } from 'viem'
import type { Allowance, Asset, Unchecked, Right } from '../db/outcome'
import { assetKey } from './material'

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
 * An asset to read. `isNamed` is true if a transfer log names the account, `isCalled` if a call is made to the
 * contract or moves its token; `net` is how much more the account has by the logs, in raw units.
 */
export type WantedAsset = { asset: TokenAsset; isNamed: boolean; isCalled: boolean; net: bigint }

/**
 * An address that may get an asset of the account, and whose balance of it is read. `said`: how much it gets by
 * logs or by calls, in raw units; `isCalled` if a call names it.
 */
export type WantedReceiver = { asset: TokenAsset; to: Address; said: bigint; isCalled: boolean }

/** An allowance to read. */
export type WantedGrant = {
  grant: NamedAllowance
  /** True if a call of the batch sets the allowance. */
  isSet: boolean
  /** True if somebody else moved the token away from the account, and the spender may be who did. */
  isPulled: boolean
  /** Amounts of the allowance by the logs, in order. */
  became: bigint[]
}

/** Assets and allowances to read around a run, without duplicates, in the order they were found. */
export type ReadSet = {
  assets: Map<string, WantedAsset>
  grants: Map<string, WantedGrant>
  receivers: Map<string, WantedReceiver>
  /** Contracts whose logs say that their tokens have IDs (ERC-721, ERC-1155). Logs may lie. */
  collections: Set<Address>
  /** Whom calls of the site go to, and calls within those: who pulls a token is mostly among them. */
  callees: Set<Address>
  /** How much of each asset the account's own calls send, by the asset's key. */
  sent: Map<string, bigint>
  /** The kinds of which there was too much to read. */
  leftOut: Set<Left>
}

/** Kinds of reads that a set can leave out. */
export type Left = Extract<Unchecked, 'changes' | 'allowances'>

/** Returns an empty set of reads. */
export const nothing = (): ReadSet => ({
  assets: new Map(),
  grants: new Map(),
  receivers: new Map(),
  collections: new Set(),
  callees: new Set(),
  sent: new Map(),
  leftOut: new Set(),
})

const keyOf = (
  kind: string,
  { address, tokenId }: { address: Address; tokenId?: Hex | undefined },
) => `${kind} ${address.toLowerCase()} ${tokenId ?? ''}`

/** Adds an asset; the `net` amounts of one asset add up. */
export const wantAsset = (wants: ReadSet, wanted: WantedAsset): void => {
  const key = keyOf(wanted.asset.standard, wanted.asset)
  const known = wants.assets.get(key)
  // A checksum for each of a hundred logs of one token took longer than all else that is read in them.
  const asset = known?.asset ?? {
    ...wanted.asset,
    address: getAddress(wanted.asset.address),
  }
  wants.assets.set(key, {
    asset,
    isNamed: wanted.isNamed || (known?.isNamed ?? false),
    isCalled: wanted.isCalled || (known?.isCalled ?? false),
    net: wanted.net + (known?.net ?? 0n),
  })
}

/** Adds an allowance; `became` is its amount by a log. */
export const wantGrant = (
  wants: ReadSet,
  { token, spender, ...rest }: NamedAllowance,
  {
    isSet = false,
    isPulled = false,
    became,
  }: { isSet?: boolean; isPulled?: boolean; became?: bigint },
): void => {
  const address: Address = `${token}${spender.slice(2)}`
  const key = keyOf(rest.standard, { address, tokenId: rest.tokenId })
  const known = wants.grants.get(key)
  const pair = known?.grant ?? { token: getAddress(token), spender: getAddress(spender) }
  wants.grants.set(key, {
    grant: { token: pair.token, spender: pair.spender, ...rest },
    isSet: isSet || (known?.isSet ?? false),
    isPulled: isPulled || (known?.isPulled ?? false),
    became: [...(known?.became ?? []), ...(became === undefined ? [] : [became])],
  })
}

/** Returns the key of a receiver of an asset. */
export const receiverKey = ({ asset, to }: Pick<WantedReceiver, 'asset' | 'to'>): string =>
  `${assetKey({ asset })} ${to.toLowerCase()}`

/** Adds a receiver; of two amounts that it is said to get, the larger counts. */
export const wantReceiver = (
  wants: ReadSet,
  { asset, to, said, isCalled }: WantedReceiver,
): void => {
  const key = receiverKey({ asset, to })
  const known = wants.receivers.get(key)
  wants.receivers.set(key, {
    asset,
    to,
    said: known && known.said > said ? known.said : said,
    isCalled: isCalled || (known?.isCalled ?? false),
  })
}

/** The most to read of each kind for one batch, and of one contract (of one asset for receivers). */
const limits = {
  assets: { most: 1024, each: 256 },
  grants: { most: 1024, each: 256 },
  receivers: { most: 256, each: 32 },
  pulled: { most: 256, each: 64 },
}

/** True for an allowance that neither a call nor a log names: its spender is a guess. */
const isGuess = ({ isSet, isPulled, became }: WantedGrant): boolean =>
  isPulled && !isSet && became.length === 0

/**
 * Cuts what is wanted to the limit. What calls name comes first, without a limit for its contract. Contracts
 * take turns, so that one that logs a thousand things hides nothing of another.
 */
const fairly = <T>(
  wanted: ReadonlyMap<string, T>,
  { most, each }: { most: number; each: number },
  placeOf: (one: T) => { contract: string; isFirst: boolean },
): Map<string, T> => {
  const counts = new Map<string, number>()
  const ranked = [...wanted].map((entry, index) => {
    const { contract, isFirst } = placeOf(entry[1])
    const group = `${contract} ${isFirst}`
    const rank = counts.get(group) ?? 0
    counts.set(group, rank + 1)
    return { entry, rank, isFirst, index }
  })
  return new Map(
    ranked
      .filter(({ rank, isFirst }) => isFirst || rank < each)
      .sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || a.rank - b.rank)
      .slice(0, most)
      .sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || a.index - b.index)
      .map(({ entry }) => entry),
  )
}

/** Merges two sets of reads, cut to the limits; `leftOut` tells which kinds were cut. */
export const joined = (first: ReadSet, second: ReadSet): ReadSet => {
  const all = nothing()
  for (const one of [first, second]) {
    const { assets, grants, receivers, collections, callees, sent, leftOut } = one
    for (const wanted of assets.values()) wantAsset(all, wanted)
    for (const { grant, isSet, isPulled, became } of grants.values()) {
      wantGrant(all, grant, { isSet, isPulled })
      for (const value of became) wantGrant(all, grant, { became: value })
    }
    for (const receiver of receivers.values()) wantReceiver(all, receiver)
    for (const address of collections) all.collections.add(address)
    for (const address of callees) all.callees.add(address)
    for (const [key, amount] of sent) all.sent.set(key, amount)
    for (const what of leftOut) all.leftOut.add(what)
  }
  const assets = fairly(all.assets, limits.assets, (wanted) => ({
    contract: wanted.asset.address,
    isFirst: matters(wanted),
  }))
  const [guessed, named] = [true, false].map(
    (is) => new Map([...all.grants].filter(([, one]) => isGuess(one) === is)),
  ) as [ReadSet['grants'], ReadSet['grants']]
  const placeOf = ({ grant, isSet }: WantedGrant) => ({ contract: grant.token, isFirst: isSet })
  // Guesses have room of their own: they push out nothing that a call or a log names.
  const grants = new Map([
    ...fairly(named, limits.grants, placeOf),
    ...fairly(guessed, limits.pulled, placeOf),
  ])
  // The largest part first: a thousand gifts of one unit hide nobody who gets the rest.
  const byAmount = [...all.receivers].sort(
    ([, a], [, b]) =>
      Number(b.said > a.said) - Number(b.said < a.said) || Number(b.isCalled) - Number(a.isCalled),
  )
  const receivers = fairly(new Map(byAmount), limits.receivers, ({ asset }) => ({
    contract: assetKey({ asset }),
    isFirst: false,
  }))
  if ([...all.assets].some(([key, one]) => matters(one) && !assets.has(key)))
    all.leftOut.add('changes')
  if (grants.size < all.grants.size) all.leftOut.add('allowances')
  return { ...all, assets, grants, receivers }
}

/** True for an asset that calls or logs of the account name. An address in an argument is a guess. */
export const matters = ({ isNamed, isCalled }: WantedAsset): boolean => isNamed || isCalled

const areAllIn = (wanted: ReadonlyMap<string, unknown>, read: ReadonlyMap<string, unknown>) =>
  [...wanted.keys()].every((key) => read.has(key))

/** True if something in `wanted` was not read. */
export const lacks = (read: ReadSet, wanted: ReadSet): boolean =>
  !areAllIn(wanted.assets, read.assets) ||
  !areAllIn(wanted.grants, read.grants) ||
  !areAllIn(wanted.receivers, read.receivers)

/** Returns what was left out of a set of reads, or is in `wanted` and was not read. */
export const leftOutOf = (read: ReadSet, wanted: ReadSet): Left[] => {
  const isAssetMissing = [...wanted.assets].some(
    ([key, one]) => matters(one) && !read.assets.has(key),
  )
  return (['changes', 'allowances'] as const).filter(
    (what) =>
      read.leftOut.has(what) ||
      (what === 'changes' ? isAssetMissing : !areAllIn(wanted.grants, read.grants)),
  )
}
