import { type Address, type Hex, numberToHex } from 'viem'
import type { Change } from '../db/outcome'
import { type Read, uint } from './reader'
import { encodeBalanceOf } from './tokens'
import type { WantedAsset } from './readSet'

/** Reads of how much an account has of an asset. A balance is read twice: one that wavers is none. */
export const assetReads = ({ asset }: WantedAsset, account: Address): Read[] => {
  const read: Read = { to: asset.address, data: encodeBalanceOf(asset, account), most: 32 }
  return asset.standard === 'ERC721' ? [read] : [read, read]
}

type Answers = readonly (Hex | null)[]

/** An amount that both answers agree on. */
export const steady = ([first, second]: Answers): bigint | undefined => {
  const amount = uint(first)
  return amount === uint(second) ? amount : undefined
}

/** The outcome for an asset: a change, none, or `unknown` where the contract does not say. */
export const changeOf = (
  wanted: WantedAsset,
  account: Address,
  before: Answers,
  after: Answers,
): Change | null | 'unknown' => {
  const { asset, isNamed } = wanted
  if (asset.standard === 'ERC721') return moved(wanted, account, before[0], after[0])
  // A contract that the batch itself deploys answers nothing before.
  const had = before[0] === '0x' ? 0n : steady(before)
  const has = steady(after)
  if (had === undefined || has === undefined) return isNamed ? 'unknown' : null
  if (had === has) return null
  return had < has
    ? { asset, direction: 'in', amount: numberToHex(has - had) }
    : { asset, direction: 'out', amount: numberToHex(had - has) }
}

/** One token with an ID. Its owner cannot be told before it is minted and after it is burnt. */
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
