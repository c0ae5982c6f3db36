import { decodeFunctionResult, parseAbi, size, type Address, type Hex } from 'viem'
import { multicall3 } from '../decode/contracts'
import { request } from '../network/node'
import { isSilence } from '../rpc/errors'
import { uint } from '../simulate/reader'
import { encodeBalanceOf, encodeCoinBalance } from '../simulate/tokens'
import { encodeCall } from '../values/encodeCall'

/** From https://github.com/mds1/multicall, `src/Multicall3.sol`. */
const abi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[])',
])

/** Balances of an account at one block: the coin in wei, and one for each token; undefined where it has none. */
type Balances = {
  native: bigint
  amounts: (bigint | undefined)[]
  /** Answers to the other reads; undefined for a call that failed. */
  answers: (Hex | undefined)[]
}

/**
 * Reads the coin, the balances of listed tokens and what else is asked in one `eth_call` of Multicall3. Undefined if the chain has no
 * such contract, or if its answer does not fit. Throws 4901 if the node does not answer. Only for contracts that
 * are known: one that uses up the gas would take the others with it.
 */
export const readBalances = async (
  chainId: number,
  account: Address,
  tokens: readonly Address[],
  also: readonly { to: Address; data: Hex }[] = [],
): Promise<Balances | undefined> => {
  const balanceOf = encodeBalanceOf({ standard: 'ERC20' }, account)
  const calls = [
    { target: multicall3, callData: encodeCoinBalance(account) },
    ...tokens.map((target) => ({ target, callData: balanceOf })),
    ...also.map(({ to, data: callData }) => ({ target: to, callData })),
  ].map((call) => ({ ...call, allowFailure: true }))
  const data = encodeCall({ abi, functionName: 'aggregate3', args: [calls] })
  try {
    const answer = (await request(chainId, 'eth_call', [
      { to: multicall3, data },
      'pending',
    ])) as Hex
    const found = decodeFunctionResult({ abi, functionName: 'aggregate3', data: answer })
    if (found.length !== calls.length) return undefined
    const answers = found.map(({ success, returnData }) => (success ? returnData : undefined))
    const [native, ...amounts] = answers
      .slice(0, 1 + tokens.length)
      .map((answer) => (answer && size(answer) === 32 ? uint(answer) : undefined))
    return native === undefined
      ? undefined
      : { native, amounts, answers: answers.slice(1 + tokens.length) }
  } catch (error) {
    if (isSilence(error)) throw error
    return undefined
  }
}
