import { getAddress, numberToHex, size, slice, zeroAddress, type Address, type Hex } from 'viem'
import type { DecodedAsset, CallAction } from './reading'

/** Addresses that routers write for the chain's own coin. */
const coins = [zeroAddress, '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee']

/** Returns the asset that a router's argument means: a token, or the chain's own coin. */
export const assetOf = (token: Address): DecodedAsset =>
  coins.includes(token.toLowerCase()) ? 'native' : token

type Swap = {
  give: DecodedAsset | null | undefined
  /** Null for the contract's whole balance. */
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

/** Returns a swap that gives an exact amount and gets at least another. */
export const swapExactIn = (terms: Swap): CallAction => ({
  ...swap(terms),
  isGiveMost: false,
  isGetLeast: true,
})

/** Returns a swap that gets an exact amount and gives at most another. */
export const swapExactOut = (terms: Swap): CallAction => ({
  ...swap(terms),
  isGiveMost: true,
  isGetLeast: false,
})

/**
 * Returns the first and the last token of a Uniswap V3 path: tokens (20 bytes) with fees (3 bytes) between
 * them. Empty for other data.
 */
export const endsOf = (path: Hex): [first: Address, last: Address] | [] => {
  const bytes = size(path)
  if (bytes < 43 || (bytes - 20) % 23 !== 0) return []
  return [getAddress(slice(path, 0, 20)), getAddress(slice(path, -20))]
}
