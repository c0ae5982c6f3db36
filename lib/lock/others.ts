import { getAddress, isHex, numberToHex, size, type Address, type Hex } from 'viem'
import { journal, type WatchedAsset } from '../db'
import type { Held } from '../db/outcome'
import { holdingsKey, type Holdings } from '../holdings/holdings'
import { readMany } from '../holdings/readMany'
import { knownFact } from '../network/facts'
import { assetKey } from '../simulate/material'
import { grantReads } from '../simulate/allowanceReads'
import type { Plan } from '../simulate/plan'
import { encodeBalanceOf } from '../simulate/tokens'

/** The most tokens that are held though the batch does not move them. */
const most = 16

/** Gas that the check of each takes: one of an item writes. */
const gasOf = ({ asset }: Pick<Held, 'asset'>, isExact: boolean): bigint => {
  if (asset.standard !== 'ERC20') return 16_000n
  return isExact ? 40_000n : 8_000n
}

/** The most tokens whose balance is read for that. */
const mostRead = 64

/** Returns the first of what may be held beside what moves: for a tenth of the batch's gas. */
const fitting = (owned: readonly Held[], gas: Hex, isExact: boolean): Held[] => {
  let left = BigInt(gas) / 10n
  return owned.slice(0, most).filter((held) => {
    const cost = gasOf(held, isExact)
    if (cost > left) return false
    left -= cost
    return true
  })
}

type Watched = Exclude<Held['asset'], { standard: 'native' | 'collection' }>

const watchedOf = ({ standard, address, tokenId }: WatchedAsset): Watched | undefined => {
  const at = getAddress(address)
  if (standard === 'ERC20') return { standard, address: at }
  return tokenId === undefined
    ? undefined
    : { standard, address: at, tokenId: numberToHex(BigInt(tokenId)) }
}

/**
 * Returns what the account's page last showed as its own: what the user watches, then tokens above zero that the
 * account itself dealt with or that are listed. What somebody else sent under any name is left out.
 */
export const shownTo = async (chainId: number, account: Address): Promise<Watched[]> => {
  const [watched, last] = await Promise.all([
    journal.assets.where('chainId').equals(chainId).toArray(),
    knownFact<Partial<Holdings>>(holdingsKey(chainId, account)),
  ])
  const hidden = new Set(
    watched.flatMap((one) => {
      const asset = one.isHidden && watchedOf(one)
      return asset ? [assetKey({ asset })] : []
    }),
  )
  const held = (last?.assets ?? []).flatMap(
    ({ standard, address, amount, isListed, isOwn, token }): Watched[] =>
      standard === 'ERC20' && BigInt(amount) > 0n && (isListed || (isOwn && token))
        ? [{ standard, address: getAddress(address) }]
        : [],
  )
  const all = [...watched.flatMap((one) => watchedOf(one) ?? []), ...held]
  const each = new Map(all.map((asset) => [assetKey({ asset }), asset]))
  return [...each].flatMap(([key, asset]) => (hidden.has(key) ? [] : [asset]))
}

/**
 * Returns how many of an asset the account has; undefined if that cannot be told. An item of ERC-721 that is approved
 * to somebody counts as untold: its check would take that back.
 */
const hadOf = (
  { standard }: Watched,
  account: Address,
  [first, approved]: readonly (Hex | undefined)[],
): Hex | undefined => {
  if (!isHex(first) || size(first) !== 32) return undefined
  if (standard !== 'ERC721') return first
  if (BigInt(first) !== BigInt(account)) return '0x0'
  return isHex(approved) && size(approved) === 32 && BigInt(approved) === 0n ? '0x1' : undefined
}

/** Returns the read of who is approved for an item of ERC-721. */
const approvalReads = ({ standard, address: to, ...item }: Watched, account: Address) =>
  standard === 'ERC721'
    ? grantReads({ grant: { standard, token: to, spender: to, ...item } }, account).map(
        ({ data }) => ({ to, data }),
      )
    : []

/**
 * Returns the tokens and items that the account shows as its own and has, as a lock would hold them, up to a tenth of
 * the batch's `gas`, and how many are `left` out. None is held behind batches that wait: what they leave is not known.
 * `shown`: what it shows, if that is being read already.
 */
export const othersOf = async (
  { chainId, from, ahead }: Pick<Plan, 'chainId' | 'from' | 'ahead'>,
  gas: Hex,
  isKnown: (held: Pick<Held, 'asset'>) => boolean,
  isExact = false,
  shown = shownTo(chainId, from),
): Promise<{ others: Held[]; left: number }> => {
  const assets = (await shown).filter((asset) => !isKnown({ asset }))
  if (ahead.length > 0) return { others: [], left: assets.length }
  const asked = assets.slice(0, mostRead)
  const answers = await readMany(
    chainId,
    asked.flatMap((asset) => [
      { to: asset.address, data: encodeBalanceOf(asset, from) },
      ...approvalReads(asset, from),
    ]),
  )
  const read = asked.flatMap((asset): Held[] => {
    const had = hadOf(asset, from, answers.splice(0, 1 + approvalReads(asset, from).length))
    return had === undefined ? [] : [{ asset, had }]
  })
  const owned = read.filter(({ had }) => BigInt(had) > 0n)
  const others = fitting(owned, gas, isExact)
  return { others, left: assets.length - read.length + owned.length - others.length }
}
