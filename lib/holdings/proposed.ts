import { numberToHex, size, slice, type Address, type Hex } from 'viem'
import { sameAddress } from '../values/address'
import type { WatchedAsset } from '../db'
import { knownFact } from '../network/facts'
import { findNetwork } from '../network/networks'
import { request } from '../network/node'
import { encodeBalanceOf, labelsFrom, tokenReads } from '../simulate/tokens'
import { uint } from '../simulate/reader'
import { heldAssetKey, type HeldAsset } from './found'
import { holdingsKey, type Holdings } from './holdings'
import { readMany } from './readMany'

/** A token that a site proposes, for an account on a chain; symbol and decimals are only the site's word. */
export type ProposedAsset = {
  type: HeldAsset['standard']
  options: { address: Address; tokenId?: string; symbol?: string; decimals?: number }
  chainId: number
  account: Address
}

/** The chain's word on a proposed token; `amount` in raw units, `twin` the other token, or the coin, of its symbol. */
export type Finding =
  | { found: 'no contract' | 'other standard' | 'not owned' }
  | {
      found: 'ok'
      amount: Hex
      symbol?: string
      name?: string
      decimals?: number
      twin?: Address | 'native'
    }

/** An account that has delegated has code, but is no contract (EIP-7702). */
const isContract = (code: Hex): boolean => size(code) > 0 && !code.startsWith('0xef0100')

/** Another asset of the account with this symbol on that chain, as home last showed it. */
const twinOf = async (
  { chainId, account, options }: ProposedAsset,
  symbol: string,
): Promise<Address | 'native' | undefined> => {
  const isSame = (other = '') => other.toLowerCase() === symbol.toLowerCase()
  if (isSame(findNetwork(chainId)?.symbol)) return 'native'
  const known = await knownFact<Holdings>(holdingsKey(chainId, account))
  return known?.assets.find(
    ({ address, token }) => isSame(token?.symbol) && !sameAddress(address, options.address),
  )?.address
}

/** Asks the chain what stands at a proposed token's address. Throws 4901 if the node is silent. */
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
  const twin = labels.symbol ? await twinOf(asset, labels.symbol) : undefined
  const told = { ...labels, ...(twin ? { twin } : {}) }
  if (type === 'ERC20') {
    // Without it amounts have no point, and a collection of items answers balanceOf as well.
    const decimals = uint(texts[1])
    if (decimals === undefined || decimals > 36n) return { found: 'other standard' }
    return { found: 'ok', ...told, amount: numberToHex(answer), decimals: Number(decimals) }
  }
  const isOwned =
    type === 'ERC721'
      ? sameAddress(slice(numberToHex(answer, { size: 32 }), 12), account)
      : answer > 0n
  if (!isOwned) return { found: 'not owned' }
  return { found: 'ok', ...told, amount: type === 'ERC721' ? '0x1' : numberToHex(answer) }
}

/** The row of a token that is taken up: the chain's word, none of the site's. `addedAt` in ms since 1970. */
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

/** Where the list has a token. */
export const watchedKey = (chainId: number, asset: Omit<HeldAsset, 'standard'>): string =>
  `${chainId}:${heldAssetKey(asset)}`
