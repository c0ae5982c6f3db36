import { decodeFunctionData, numberToHex, pad, parseAbi, type Address, type Hex } from 'viem'
import type { NodeReader } from '@/lib/allowances/nodeReader'
import { verbs } from '@/lib/wallet'
import { fakes } from '../wallet/fakeServices'
import { fakeNode, nodeError, type Answers } from '../network/fakeNode'
import type { ApprovalLog } from './approvals'

const abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
  'function getApproved(uint256 id) view returns (address)',
  'function ownerOf(uint256 id) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])

type Criteria = { fromBlock: Hex; toBlock: Hex }

/** Answers of contracts to a read, by its function and its arguments after the owner. */
export type Said = (to: Address, name: string, args: readonly unknown[]) => Hex | undefined

/** An answer of one word. */
export const word = (value: bigint | Address): Hex =>
  pad(typeof value === 'bigint' ? numberToHex(value) : value)

/**
 * A node with approval logs that takes at most `limit` blocks for them, and contracts that say what `said` does;
 * one that says nothing reverts.
 */
export const approvalNode = ({
  logs = [],
  head = 1_000,
  limit = Infinity,
  said = () => undefined,
  more = {},
}: {
  logs?: readonly ApprovalLog[]
  head?: number
  limit?: number
  said?: Said
  more?: Answers
}) => {
  const answer = ({ to, input, data = input }: { to: Address; input?: Hex; data?: Hex }) => {
    try {
      const { functionName, args } = decodeFunctionData({ abi, data: data ?? '0x' })
      return said(to, functionName, args)
    } catch {
      return undefined
    }
  }
  return fakeNode({
    eth_getBlockByNumber: () => ({ number: numberToHex(head), timestamp: numberToHex(1_000) }),
    eth_getLogs: ({ fromBlock, toBlock }: Criteria) => {
      const [from, to] = [Number(fromBlock), Number(toBlock)]
      if (to - from + 1 > limit) throw nodeError(-32005, 'block range is too wide')
      return logs.filter(
        ({ blockNumber }) => Number(blockNumber) >= from && Number(blockNumber) <= to,
      )
    },
    eth_simulateV1: ({
      blockStateCalls: [block],
    }: {
      blockStateCalls: [{ calls: { to: Address; input: Hex }[] }]
    }) => [
      {
        calls: block.calls.map((call) => {
          const returnData = answer(call)
          return returnData === undefined ? { status: '0x0' } : { status: '0x1', returnData }
        }),
      },
    ],
    eth_call: (call: { to: Address; data: Hex }) => {
      const found = answer(call)
      if (found === undefined) throw nodeError(3, 'execution reverted')
      return found
    },
    ...more,
  })
}

const { all } = fakes()

/** The way to a chain's node by the wallet's own verbs, as a page has it. */
export const nodeReaderOf = (chainId: number): NodeReader => ({
  head: () => verbs.readHead({ chainId }, all),
  logs: (range, topics) => verbs.readLogs({ chainId, ...range, topics }, all),
  tokens: (account, addresses) => verbs.readBalances({ chainId, account, addresses }, all),
  read: (reads, at) => verbs.readContracts({ chainId, reads, at }, all),
})
