import { decodeAbiParameters, hexToString, parseAbi, size, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { decodeCall } from '../decode/call'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import type { Token } from './quote'
import { uint, type Read } from './reader'
import { encodeCall } from '../values/encodeCall'

const balances = parseAbi([
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
])

/**
 * Encodes `balanceOf`, or `ownerOf` for one ERC-721 token. Without an ID, `balanceOf` counts a whole
 * collection.
 */
export const encodeBalanceOf = (
  { standard, tokenId }: { standard: 'ERC20' | 'ERC721' | 'ERC1155' | 'ERC6909'; tokenId?: string },
  account: Address,
): Hex => {
  // Written out: each look asks for the balances of all receivers, and viem takes ten times as long.
  if (standard === 'ERC20' || tokenId === undefined)
    return `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`
  const id = BigInt(tokenId)
  return standard === 'ERC721'
    ? encodeCall({ abi: balances, functionName: 'ownerOf', args: [id] })
    : encodeCall({ abi: balances, functionName: 'balanceOf', args: [account, id] })
}

/** From https://github.com/mds1/multicall, `src/Multicall3.sol`. */
const coinBalances = parseAbi(['function getEthBalance(address account) view returns (uint256)'])

/** Encodes the question for an account's coin, in wei, that Multicall3 answers at the block of the other questions. */
export const encodeCoinBalance = (account: Address): Hex =>
  encodeCall({ abi: coinBalances, functionName: 'getEthBalance', args: [account] })

const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567', name: '0x06fdde03' } as const

/** True for a short printable text, so that a token cannot write sentences into the wallet. */
const isSymbol = (text: string): boolean => /^[\x21-\x7e]{1,11}$/.test(text)

const isName = (text: string): boolean => /^[\x20-\x7e]{1,40}$/.test(text) && text.trim() === text

/** Decodes a text, encoded as `bytes32` or as `string`; undefined if it is neither. */
const textIn = (data: Hex | null | undefined): string | undefined => {
  if (!data) return undefined
  try {
    return size(data) === 32
      ? hexToString(data, { size: 32 })
      : decodeAbiParameters([{ type: 'string' }], data)[0]
  } catch {
    return undefined
  }
}

/** Returns a token's symbol and name; each is left out if it is missing, too long or not printable. */
export const labelsFrom = ([symbolData, , nameData]: readonly (Hex | null | undefined)[]): {
  symbol?: string
  name?: string
} => {
  const symbol = textIn(symbolData)
  const name = textIn(nameData)
  return {
    ...(symbol && isSymbol(symbol) ? { symbol } : {}),
    ...(name && isName(name) ? { name } : {}),
  }
}

/** Returns a token's symbol, decimals and name; undefined without a valid symbol and decimals. */
export const tokenFrom = (answers: readonly (Hex | null | undefined)[]): Token | undefined => {
  const { symbol, ...named } = labelsFrom(answers)
  const decimals = uint(answers[1])
  if (!symbol || decimals === undefined || decimals > 36n) return undefined
  return { symbol, decimals: Number(decimals), ...named }
}

/** Returns the reads of a token's symbol, decimals and name. */
export const tokenReads = (to: Address): Read[] => [
  { to, data: selectors.symbol, most: 128 },
  { to, data: selectors.decimals, most: 32 },
  { to, data: selectors.name, most: 192 },
]

/** Returns a token's stored symbol and decimals, without asking a node. */
export const knownToken = (chainId: number, address: Address): Promise<Token | undefined> =>
  knownFact<Token>(`token:${chainId}:${address}`)

/** Stores tokens for pages that ask no node. Writes only changes, as a quote comes several times a second. */
export const rememberTokens = async (
  chainId: number,
  tokens: Readonly<Record<Address, Token>>,
): Promise<void> => {
  await Promise.all(
    Object.entries(tokens).map(async ([address, { symbol, decimals }]) => {
      const known = await knownToken(chainId, address as Address)
      if (known?.symbol !== symbol || known.decimals !== decimals)
        await remember(`token:${chainId}:${address}`, { symbol, decimals })
    }),
  )
}

/**
 * Reads symbol, decimals and name of tokens and stores them; by address. A token without valid ones is left
 * out.
 */
export const readTokens = async (
  chainId: number,
  addresses: readonly Address[],
): Promise<Record<Address, Token>> => {
  const found = await Promise.all(
    [...new Set(addresses)].map(async (to): Promise<[Address, Token][]> => {
      const answers = await Promise.all(
        tokenReads(to).map(
          ({ data }) =>
            request(chainId, 'eth_call', [{ to, data }, 'pending']).catch(
              () => null,
            ) as Promise<Hex | null>,
        ),
      )
      const token = tokenFrom(answers)
      return token ? [[to, token]] : []
    }),
  )
  const tokens = Object.fromEntries(found.flat())
  await rememberTokens(chainId, tokens)
  return tokens
}

/** Returns the tokens that a call transfers, approves or swaps. */
export const tokensOf = ({ to, data }: Call): Address[] => {
  const decoded = decodeCall(data)
  if (decoded.kind === 'swap') return [decoded.tokenIn, decoded.tokenOut]
  return to && decoded.kind !== 'none' && decoded.kind !== 'unknown' ? [to] : []
}
