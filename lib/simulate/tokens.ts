import { decodeAbiParameters, hexToBigInt, hexToString, size, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { decodeCall } from '../decode/call'
import { remember } from '../network/facts'
import { request } from '../network/node'
import type { Token } from './quote'

const symbolSelector = '0x95d89b41'
const decimalsSelector = '0x313ce567'

/** Printable and short, so that a token cannot write sentences into the wallet. */
const isSymbol = (text: string): boolean => /^[\x21-\x7e]{1,11}$/.test(text)

const readSymbol = (data: Hex): string =>
  size(data) === 32
    ? hexToString(data, { size: 32 })
    : decodeAbiParameters([{ type: 'string' }], data)[0]

/** What tokens say of themselves, by address. One that is silent or lies is left out. */
export const readTokens = async (
  chainId: number,
  addresses: readonly Address[],
): Promise<Record<Address, Token>> => {
  const found = await Promise.all(
    [...new Set(addresses)].map(async (to): Promise<[Address, Token][]> => {
      const ask = (data: Hex) => request(chainId, 'eth_call', [{ to, data }, 'pending'])
      try {
        const [symbolData, decimalsData] = await Promise.all([
          ask(symbolSelector),
          ask(decimalsSelector),
        ])
        const symbol = readSymbol(symbolData as Hex)
        const decimals = hexToBigInt(decimalsData as Hex)
        if (!isSymbol(symbol) || decimals > 36n) return []
        const token = { symbol, decimals: Number(decimals) }
        // For the batch's page, which asks no node.
        await remember(`token:${chainId}:${to}`, token)
        return [[to, token]]
      } catch {
        return []
      }
    }),
  )
  return Object.fromEntries(found.flat())
}

/** The tokens that a call deals with. */
export const tokensOf = ({ to, data }: Call): Address[] => {
  const decoded = decodeCall(data)
  if (decoded.kind === 'swap') return [decoded.tokenIn, decoded.tokenOut]
  return to && decoded.kind !== 'none' && decoded.kind !== 'unknown' ? [to] : []
}
