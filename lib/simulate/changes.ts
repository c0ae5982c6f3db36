import { type Address, type Hex, numberToHex } from 'viem'
import type { Change } from '../db/outcome'
import { type Read, uint } from './reader'
import { encodeBalanceOf } from './tokens'
import type { WantedAsset } from './readSet'

/**
 * Returns the reads of an account's balance of an asset, or of an ERC-721 token's owner. A balance is read
 * twice: a contract that gives two answers in one block is not trusted.
 */
export const assetReads = ({ asset }: WantedAsset, account: Address): Read[] => {
  const read: Read = { to: asset.address, data: encodeBalanceOf(asset, account), most: 32 }
  return asset.standard === 'ERC721' ? [read] : [read, read]
}

type Answers = readonly (Hex | null)[]

/** Returns the balance if both reads of it agree, undefined otherwise. */
export const steady = ([first, second]: Answers): bigint | undefined => {
  const amount = uint(first)
  return amount === uint(second) ? amount : undefined
}

/** Returns how much more of an asset somebody has; undefined if a balance cannot be read. */
export const riseOf = ([before]: Answers, [after]: Answers): bigint | undefined => {
  // A contract that the batch itself deploys has no code before: its empty answer counts as 0.
  const had = before === '0x' ? 0n : uint(before)
  const has = uint(after)
  return had === undefined || has === undefined ? undefined : has - had
}

/** Returns whose an ERC-721 token is; undefined for nobody, as after a burn. */
export const ownerAfter = ([after]: Answers): Address | undefined => {
  const owner = uint(after)
  return owner === undefined || owner === 0n || owner >> 160n > 0n
    ? undefined
    : numberToHex(owner, { size: 20 })
}

/**
 * Returns the change of an account's balance of an asset. Null if there is none, or if the balance cannot be
 * read and no transfer log names the account; `unknown` if it cannot be read but a log names the account.
 */
export const changeOf = (
  wanted: WantedAsset,
  account: Address,
  before: Answers,
  after: Answers,
): Change | null | 'unknown' => {
  const { asset, isNamed } = wanted
  if (asset.standard === 'ERC721') return moved(wanted, account, before[0], after[0])
  // A contract that the batch itself deploys has no code before: its empty answer counts as 0.
  const had = before[0] === '0x' ? 0n : steady(before)
  const has = steady(after)
  if (had === undefined || has === undefined) return isNamed ? 'unknown' : null
  if (had === has) return null
  return had < has
    ? { asset, direction: 'in', amount: numberToHex(has - had) }
    : { asset, direction: 'out', amount: numberToHex(had - has) }
}

/**
 * Returns the change for one ERC-721 token. `ownerOf` reverts before a mint and after a burn: an owner that
 * cannot be read is `unknown` only where the logs say that it is the account.
 */
const moved = (
  { asset, net }: WantedAsset,
  account: Address,
  before: Hex | null | undefined,
  after: Hex | null | undefined,
): Change | null | 'unknown' => {
  const isOwn = (answer: Hex | null | undefined): boolean => {
    const owner = uint(answer)
    return owner !== undefined && owner === BigInt(account)
  }
  const [had, has] = [isOwn(before), isOwn(after)]
  if ((net < 0n && uint(before) === undefined) || (net > 0n && uint(after) === undefined))
    return 'unknown'
  if (had === has) return null
  return { asset, direction: has ? 'in' : 'out', amount: '0x1' }
}
