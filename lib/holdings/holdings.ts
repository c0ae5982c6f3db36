import { hexToBigInt, numberToHex, size, slice, type Address, type Hex } from 'viem'
import { sameAddress } from '../values/address'
import { journal } from '../db'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import { encodeBalanceOf, rememberTokens, tokenFrom, tokenReads } from '../simulate/tokens'
import type { Token } from '../simulate/quote'
import { heldAssetKey, distinct, foundAssets, type HeldAsset } from './found'
import { readMany } from './readMany'

/**
 * A token that an account holds or watches; `amount` in raw units, `token` if the contract describes itself;
 * `isOwn` if the account itself sent or approved it. Anybody can give an account a token.
 */
export type Holding = HeldAsset & {
  amount: Hex
  isWatched: boolean
  isOwn: boolean
  token?: Token
}

/** Assets of an account on a chain: the chain's coin in wei, and its tokens. */
export type Holdings = { native: Hex; assets: Holding[] }

/** Cache key of the last holdings read, which a page shows until it has new ones. */
export const holdingsKey = (chainId: number, account: Address): string =>
  `holdings:${chainId}:${account}`

/** Returns the account's balance from a contract's answer; undefined if the answer is not one word. */
const amountIn = (
  asset: HeldAsset,
  account: Address,
  answer: Hex | undefined,
): bigint | undefined => {
  if (!answer || size(answer) !== 32) return undefined
  if (asset.standard !== 'ERC721' || asset.tokenId === undefined) return hexToBigInt(answer)
  return sameAddress(slice(answer, 12), account) ? 1n : 0n
}

/** How long a contract without valid token data is not asked again, in ms. */
const silenceHolds = 24 * 60 * 60_000

/** Returns symbol, decimals and name of ERC-20 tokens, from the cache or else from their contracts. */
export const tokensAt = async (
  chainId: number,
  addresses: readonly Address[],
): Promise<Record<Address, Token>> => {
  const known = await Promise.all(
    addresses.map(async (address) => {
      const token = await knownFact<Token>(`token:${chainId}:${address}`)
      const isSilent = await knownFact(`silent:${chainId}:${address}`, () => silenceHolds)
      return { address, token, isSilent }
    }),
  )
  const unknown = known.flatMap(({ address, token, isSilent }) =>
    token || isSilent ? [] : [address],
  )
  const reads = unknown.flatMap((to) => tokenReads(to).map(({ data }) => ({ to, data })))
  const answers = await readMany(chainId, reads)
  const read: Record<Address, Token> = {}
  for (const [at, address] of unknown.entries()) {
    const token = tokenFrom(answers.slice(3 * at, 3 * at + 3))
    if (token) read[address] = token
  }
  await rememberTokens(chainId, read)
  for (const address of unknown)
    if (!read[address]) await remember(`silent:${chainId}:${address}`, true)
  const before = known.flatMap(({ address, token }) => (token ? [[address, token] as const] : []))
  return { ...Object.fromEntries(before), ...read }
}

const watchedOn = async (chainId: number) => journal.assets.where({ chainId }).toArray()

/**
 * Reads an account's holdings from the network's node: the chain's coin, and the tokens that its own activity
 * or the user named. Leaves out hidden tokens, and tokens with a balance of 0 that are not watched. Throws
 * 4901 if the node does not answer.
 */
export const readHoldings = async (chainId: number, account: Address): Promise<Holdings> => {
  const [found, watched] = await Promise.all([foundAssets(chainId, account), watchedOn(chainId)])
  const hidden = new Set(watched.filter(({ isHidden }) => isHidden).map(heldAssetKey))
  const seen = new Set(watched.map(heldAssetKey))
  const own = new Set(found.own.map(({ address }) => address.toLowerCase()))
  const assets = distinct([...found.seen, ...found.own, ...watched]).filter(
    (asset) => !hidden.has(heldAssetKey(asset)),
  )
  const [native, answers] = await Promise.all([
    request(chainId, 'eth_getBalance', [account, 'pending']) as Promise<Hex>,
    readMany(
      chainId,
      assets.map((asset) => ({ to: asset.address, data: encodeBalanceOf(asset, account) })),
    ),
  ])
  const held = assets.flatMap(({ standard, address, tokenId }, index) => {
    const asset = { standard, address, ...(tokenId === undefined ? {} : { tokenId }) }
    const amount = amountIn(asset, account, answers[index])
    const isWatched = seen.has(heldAssetKey(asset))
    if (amount === undefined || (amount === 0n && !isWatched)) return []
    return [
      { ...asset, amount: numberToHex(amount), isWatched, isOwn: own.has(address.toLowerCase()) },
    ]
  })
  const fungible = held.filter(({ standard }) => standard === 'ERC20')
  const tokens = await tokensAt(
    chainId,
    fungible.map(({ address }) => address),
  )
  const holdings = {
    native,
    assets: held.map((one) => {
      const token = one.standard === 'ERC20' ? tokens[one.address] : undefined
      return token ? { ...one, token } : one
    }),
  }
  await remember(holdingsKey(chainId, account), holdings)
  return holdings
}
