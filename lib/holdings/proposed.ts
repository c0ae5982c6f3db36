import { numberToHex, size, slice, type Address, type Hex } from 'viem'
import { sameAddress } from '../values/address'
import type { WatchedAsset } from '../db'
import { request } from '../network/node'
import { encodeBalanceOf, labelsFrom, tokenReads } from '../simulate/tokens'
import { uint } from '../simulate/reader'
import { heldAssetKey, type HeldAsset } from './found'
import { readMany } from './readMany'

/** A token that a site proposes for an account on a chain; symbol and decimals are only the site's claim. */
export type ProposedAsset = {
  type: HeldAsset['standard']
  options: { address: Address; tokenId?: string; symbol?: string; decimals?: number }
  chainId: number
  account: Address
}

/** Result of reading a proposed token from the chain; `amount` in raw units. */
export type Finding =
  | { found: 'no contract' | 'other standard' | 'not owned' }
  | {
      found: 'ok'
      amount: Hex
      symbol?: string
      name?: string
      decimals?: number
    }

/** True for code other than a delegation: a delegated account has code, but is no contract (EIP-7702). */
const isContract = (code: Hex): boolean => size(code) > 0 && !code.startsWith('0xef0100')

/** Reads a proposed token from the chain. Throws 4901 if the node does not answer. */
export const inspectToken = async (asset: ProposedAsset): Promise<Finding> => {
  const { type, chainId, account, options } = asset
  const to = options.address
  const code = (await request(chainId, 'eth_getCode', [to, 'pending'])) as Hex
  if (!isContract(code)) return { found: 'no contract' }
  const data = encodeBalanceOf({ standard: type, ...options }, account)
  const reads = [{ to, data }, ...tokenReads(to).map(({ data }) => ({ to, data }))]
  const [held, ...texts] = await readMany(chainId, reads)
  const answer = uint(held)
  if (answer === undefined) return { found: 'other standard' }
  const labels = labelsFrom(texts)
  if (type === 'ERC20') {
    // An ERC-20 needs decimals; without them it may be an ERC-721, which has `balanceOf` too.
    const decimals = uint(texts[1])
    if (decimals === undefined || decimals > 36n) return { found: 'other standard' }
    return { found: 'ok', ...labels, amount: numberToHex(answer), decimals: Number(decimals) }
  }
  const isOwned =
    type === 'ERC721'
      ? sameAddress(slice(numberToHex(answer, { size: 32 }), 12), account)
      : answer > 0n
  if (!isOwned) return { found: 'not owned' }
  return { found: 'ok', ...labels, amount: type === 'ERC721' ? '0x1' : numberToHex(answer) }
}

/**
 * Returns the stored row of a listed token, with the chain's data and none of the site's. `addedAt` is in ms
 * since 1970.
 */
export const watchedFrom = (
  { type, chainId, options: { address, tokenId } }: ProposedAsset,
  { symbol, name, decimals }: Extract<Finding, { found: 'ok' }>,
  addedAt: number,
): WatchedAsset => ({
  key: watchedKey(chainId, { address, ...(tokenId === undefined ? {} : { tokenId }) }),
  chainId,
  address,
  standard: type,
  addedAt,
  ...(tokenId === undefined ? {} : { tokenId }),
  ...(symbol === undefined ? {} : { symbol }),
  ...(name === undefined ? {} : { name }),
  ...(decimals === undefined ? {} : { decimals }),
})

/** Key of a listed token: chain, contract and token ID. */
export const watchedKey = (chainId: number, asset: Omit<HeldAsset, 'standard'>): string =>
  `${chainId}:${heldAssetKey(asset)}`
