import { getAddress, numberToHex, size, slice, zeroAddress, type Address, type Hex } from 'viem'
import type { DecodedAsset, CallAction } from './reading'

/** Routers write the chain's own coin as one of these two. */
const coins = [zeroAddress, '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee']

/** A token of a router's arguments. */
export const assetOf = (token: Address): DecodedAsset =>
  coins.includes(token.toLowerCase()) ? 'native' : token

type Swap = {
  give: DecodedAsset | null | undefined
  /** Null: whatever the contract holds. */
  giveAmount: bigint | null
  get: DecodedAsset | null | undefined
  getAmount: bigint
  to: Address
}

const swap = ({ give, giveAmount, get, getAmount, to }: Swap) => ({
  kind: 'swap' as const,
  give: give ?? null,
  get: get ?? null,
  to,
  giveAmount: giveAmount === null ? null : numberToHex(giveAmount),
  getAmount: numberToHex(getAmount),
})

/** All of an amount is given, and at least another must come. */
export const swapExactIn = (terms: Swap): CallAction => ({
  ...swap(terms),
  isGiveMost: false,
  isGetLeast: true,
})

/** An amount comes, and at most another may be taken. */
export const swapExactOut = (terms: Swap): CallAction => ({
  ...swap(terms),
  isGiveMost: true,
  isGetLeast: false,
})

/** Both ends of a Uniswap V3 path: tokens with 3 bytes between each two. None where it is not such a path. */
export const endsOf = (path: Hex): [first: Address, last: Address] | [] => {
  const bytes = size(path)
  if (bytes < 43 || (bytes - 20) % 23 !== 0) return []
  return [getAddress(slice(path, 0, 20)), getAddress(slice(path, -20))]
}
