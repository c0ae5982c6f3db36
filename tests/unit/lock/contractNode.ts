import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeErrorResult,
  parseAbi,
  type Address,
  type Hex,
} from 'viem'
import { checkAbi, checkInput } from '@/lib/lock/check'
import { rpcError, toError } from '@/lib/rpc/errors'

/** A call as a node gets it. */
export type NodeCall = { from?: Address; to: Address; data: Hex }

/** Code of a contract: returns data for a call, or throws what a node says. */
export type ContractCode = (call: NodeCall) => Hex

/** Code that reverts with these data. */
export const revertsWith =
  (data: Hex): ContractCode =>
  () => {
    throw toError({ code: 3, message: 'execution reverted', data })
  }

export const takesAnyCall: ContractCode = () => '0x'
export const refusesAnyCall = revertsWith('0x')

/** A node that does not know the method: it says nothing of the contract. */
export const unsaid: ContractCode = () => {
  throw toError({ code: -32601, message: 'the method does not exist' })
}

/** A node that does not answer. */
export const silent: ContractCode = () => {
  throw rpcError('chainDisconnected')
}

/** A fault of the wallet itself. */
export const ownFault: ContractCode = () => {
  throw new Error('execution reverted')
}

const errors = parseAbi(['error ExecutionFailed(uint256 commandIndex, bytes message)'])

/** Time of the node's block, in seconds since 1970. */
const now = 1_700_000_000n

/** Uniswap's router as it is, with the balance that it sees of each token and the words by which it refuses too little. */
export const honestRouter =
  (balanceOf: (token: Address) => bigint = () => 0n, words: Hex = '0xa3281672'): ContractCode =>
  ({ data }) => {
    const [, inputs, deadline] = decodeFunctionData({ abi: checkAbi, data }).args
    if (deadline < now) return revertsWith('0x5bf6f916')({ to: '0x', data })
    for (const [index, input] of inputs.entries()) {
      const [, token, least] = decodeAbiParameters(checkInput, input)
      const args = [BigInt(index), words] as const
      if (balanceOf(token) < least)
        return revertsWith(encodeErrorResult({ abi: errors, args }))({ to: '0x', data })
    }
    return '0x'
  }

/** Answers `eth_call` on the pre-confirmed state, as a node where these contracts stand. */
export const contractNode =
  (contracts: Readonly<Record<Address, ContractCode>>) =>
  async (_: number, method: string, params: readonly unknown[]): Promise<unknown> => {
    const [call, block] = params as [NodeCall, string]
    const code = contracts[call.to]
    if (method !== 'eth_call' || block !== 'pending' || !code)
      throw new Error(`${method} of ${call.to} in ${block} was asked`)
    return Promise.resolve(code(call))
  }
