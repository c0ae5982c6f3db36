import {
  decodeAbiParameters,
  encodeFunctionData,
  hexToString,
  parseAbi,
  size,
  type Address,
  type Hex,
} from 'viem'
import type { Call } from '../db'
import { decodeCall } from '../decode/call'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import type { Token } from './quoteBatch'
import { uint, type Read } from './reader'

const balances = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
])

/**
 * Calldata that asks a token's contract how much of it an account has; of an ERC-721 with an ID, who owns it.
 * Without an ID, all of a collection.
 */
export const encodeBalanceOf = (
  { standard, tokenId }: { standard: 'ERC20' | 'ERC721' | 'ERC1155'; tokenId?: string },
  account: Address,
): Hex => {
  if (standard === 'ERC20' || tokenId === undefined)
    return encodeFunctionData({ abi: balances, functionName: 'balanceOf', args: [account] })
  const id = BigInt(tokenId)
  return standard === 'ERC721'
    ? encodeFunctionData({ abi: balances, functionName: 'ownerOf', args: [id] })
    : encodeFunctionData({ abi: balances, functionName: 'balanceOf', args: [account, id] })
}

/** `Transfer(address,address,uint256)`, of ERC-20 and, its last field indexed, of ERC-721. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567', name: '0x06fdde03' } as const

/** Printable and short, so that a token cannot write sentences into the wallet. */
const isSymbol = (text: string): boolean => /^[\x21-\x7e]{1,11}$/.test(text)

const isName = (text: string): boolean => /^[\x20-\x7e]{1,40}$/.test(text) && text.trim() === text

/** A text in either of its encodings, undefined where it is neither. */
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

/** A token's symbol and name, made harmless; each is left out where it lies or is silent. */
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

/** A token's symbol, decimals and name, made harmless; undefined where it lies or is silent. */
export const tokenFrom = (answers: readonly (Hex | null | undefined)[]): Token | undefined => {
  const { symbol, ...named } = labelsFrom(answers)
  const decimals = uint(answers[1])
  if (!symbol || decimals === undefined || decimals > 36n) return undefined
  return { symbol, decimals: Number(decimals), ...named }
}

/** Reads of a token's symbol, decimals and name. */
export const tokenReads = (to: Address): Read[] => [
  { to, data: selectors.symbol, most: 128 },
  { to, data: selectors.decimals, most: 32 },
  { to, data: selectors.name, most: 192 },
]

/** A token as it once described itself. */
export const knownToken = (chainId: number, address: Address): Promise<Token | undefined> =>
  knownFact<Token>(`token:${chainId}:${address}`)

/** For the batch's page, which asks no node. A quote comes several times a second: only news is written. */
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

/** Asks tokens for symbol, decimals and name; by address. One that is silent or lies is left out. */
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

/** The tokens that a call deals with. */
export const tokensOf = ({ to, data }: Call): Address[] => {
  const decoded = decodeCall(data)
  if (decoded.kind === 'swap') return [decoded.tokenIn, decoded.tokenOut]
  return to && decoded.kind !== 'none' && decoded.kind !== 'unknown' ? [to] : []
}
