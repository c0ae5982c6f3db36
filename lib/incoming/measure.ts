import { hexToBigInt, numberToHex, size, type Address, type Hex } from 'viem'
import type { NodeReader } from '../allowances/nodeReader'
import { multicall3 } from '../decode/contracts'
import { encodeBalanceOf, encodeCoinBalance } from '../simulate/tokens'
import type { MeasuredBalances, Rise, Seen } from './incoming'

/** Key of the coin among balances. */
export const coinKey = ''

/**
 * Reads balances of an account at one block: of the coin, where the chain has Multicall3, and of tokens. What does not
 * answer with one word has none.
 */
export const balancesAt = async (
  reader: NodeReader,
  account: Address,
  tokens: readonly Address[],
  block: number,
): Promise<Record<string, Hex>> => {
  const data = encodeBalanceOf({ standard: 'ERC20' }, account)
  const reads = [
    { to: multicall3, data: encodeCoinBalance(account) },
    ...tokens.map((to) => ({ to, data })),
  ]
  const answers = await reader.read(reads, block)
  return Object.fromEntries(
    [coinKey, ...tokens].flatMap((key, at) => {
      const answer = answers[at]
      return answer && size(answer) === 32 ? [[key, numberToHex(hexToBigInt(answer))]] : []
    }),
  )
}

/**
 * Lists which balances are higher than at the last look. None where a transaction of the wallet lies between: what it
 * brought is no gift, and nobody could tell the two apart.
 */
export const risesSince = (
  before: MeasuredBalances | undefined,
  now: MeasuredBalances,
  seen: Seen,
): Rise[] => {
  if (!before || before.floor !== now.floor || before.block >= now.block) return []
  return Object.entries(now.balances).flatMap(([key, balance]) => {
    const was = before.balances[key]
    const rise = was === undefined ? 0n : BigInt(balance) - BigInt(was)
    if (rise <= 0n) return []
    return [
      {
        ...(key === coinKey ? {} : { token: key as Address }),
        amount: numberToHex(rise),
        since: before.block,
        block: now.block,
        ...seen,
      },
    ]
  })
}
