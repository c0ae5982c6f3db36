import { hexToBigInt, numberToHex, size, slice, type Address, type Hex } from 'viem'
import { sameAddress } from '../values/address'
import { journal } from '../db'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import { encodeBalanceOf, rememberTokens, tokenFrom, tokenReads } from '../simulate/tokens'
import type { Token } from '../simulate/quote'
import { heldAssetKey, distinct, foundAssets, type HeldAsset } from './found'
import { readBalances } from './multicall'
import { readMany } from './readMany'

/**
 * A token that an account holds or watches; `amount` in raw units, `token` if the contract describes itself;
 * `isOwn` if the account itself sent or approved it. Anybody can give an account a token.
 */
export type Holding = HeldAsset & {
  amount: Hex
  isWatched: boolean
  isOwn: boolean
  /** Set if it is on the wallet's list of tokens; absent in older rows. */
  isListed?: true
  token?: Token
}

/** Assets of an account on a chain: the chain's coin in wei, and its tokens. */
export type Holdings = {
  native: Hex
  assets: Holding[]
  /** Further reads of listed contracts, asked along with the balances, and their answers. */
  answers?: [to: Address, data: Hex, answer: Hex][]
}

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

/** The coin in wei as hex, and an amount for each asset; undefined where a contract gives none. */
type Amounts = Pick<Holdings, 'native' | 'answers'> & { amounts: (bigint | undefined)[] }

/** Reads the listed assets in one request where the chain has Multicall3, and the others as contracts of strangers. */
const amountsOf = async (
  chainId: number,
  account: Address,
  assets: readonly HeldAsset[],
  listed: ReadonlySet<string>,
  also: readonly { to: Address; data: Hex }[],
): Promise<Amounts> => {
  const isListed = ({ standard, address }: HeldAsset) =>
    standard === 'ERC20' && listed.has(address.toLowerCase())
  const tokens = assets.filter(isListed).map(({ address }) => address)
  const balances =
    tokens.length > 0 ? await readBalances(chainId, account, tokens, also) : undefined
  const rest = balances ? assets.filter((asset) => !isListed(asset)) : assets
  const [native, answers] = await Promise.all([
    balances
      ? numberToHex(balances.native)
      : (request(chainId, 'eth_getBalance', [account, 'pending']) as Promise<Hex>),
    readMany(
      chainId,
      rest.map((asset) => ({ to: asset.address, data: encodeBalanceOf(asset, account) })),
    ),
  ])
  const read = new Map([
    ...tokens.map((address, at) => [heldAssetKey({ address }), balances?.amounts[at]] as const),
    ...rest.map(
      (asset, at) => [heldAssetKey(asset), amountIn(asset, account, answers[at])] as const,
    ),
  ])
  return {
    native,
    amounts: assets.map((asset) => read.get(heldAssetKey(asset))),
    answers: also.flatMap(({ to, data }, at) => {
      const answer = balances?.answers[at]
      return answer ? [[to, data, answer] as const satisfies [Address, Hex, Hex]] : []
    }),
  }
}

/** Returns the tokens that the last look found above zero: a request without the list does not lose them. */
const foundLast = async (chainId: number, account: Address): Promise<Holding[]> => {
  const last = await knownFact<Partial<Holdings>>(holdingsKey(chainId, account))
  return (last?.assets ?? []).filter(({ amount }) => BigInt(amount) > 0n)
}

/**
 * Reads an account's holdings from the network's node: the chain's coin, the tokens that its own activity or the
 * user named, and those `listed`; `also`: reads of contracts as well known as those. Leaves out hidden tokens, and tokens with a balance of 0 that are not watched.
 * Throws 4901 if the node does not answer.
 */
export const readHoldings = async (
  chainId: number,
  account: Address,
  listed: readonly Address[] = [],
  also: readonly { to: Address; data: Hex }[] = [],
): Promise<Holdings> => {
  const [found, watched, last] = await Promise.all([
    foundAssets(chainId, account),
    watchedOn(chainId),
    foundLast(chainId, account),
  ])
  const hidden = new Set(watched.filter(({ isHidden }) => isHidden).map(heldAssetKey))
  const seen = new Set(watched.map(heldAssetKey))
  const own = new Set(found.own.map(({ address }) => address.toLowerCase()))
  const isListed = new Set(
    listed.length > 0
      ? listed.map((address) => address.toLowerCase())
      : last.flatMap((one) => (one.isListed ? [one.address.toLowerCase()] : [])),
  )
  const known = listed.map((address): HeldAsset => ({ standard: 'ERC20', address }))
  const assets = distinct([...known, ...last, ...found.seen, ...found.own, ...watched]).filter(
    (asset) => !hidden.has(heldAssetKey(asset)),
  )
  const {
    native,
    amounts,
    answers = [],
  } = await amountsOf(
    chainId,
    account,
    assets,
    new Set(listed.map((address) => address.toLowerCase())),
    also,
  )
  const held = assets.flatMap(({ standard, address, tokenId }, index) => {
    const asset = { standard, address, ...(tokenId === undefined ? {} : { tokenId }) }
    const amount = amounts[index]
    const isWatched = seen.has(heldAssetKey(asset))
    if (amount === undefined || (amount === 0n && !isWatched)) return []
    return [
      {
        ...asset,
        amount: numberToHex(amount),
        isWatched,
        isOwn: own.has(address.toLowerCase()),
        ...(standard === 'ERC20' && isListed.has(address.toLowerCase())
          ? { isListed: true as const }
          : {}),
      },
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
    ...(answers.length > 0 ? { answers } : {}),
  }
  await remember(holdingsKey(chainId, account), holdings)
  return holdings
}
