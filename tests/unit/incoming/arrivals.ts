import { decodeFunctionData, numberToHex, pad, parseAbi, type Address, type Hex } from 'viem'
import type { NodeReader } from '@/lib/allowances/nodeReader'
import { multicall3 } from '@/lib/decode/contracts'
import { transferTopic } from '@/lib/values/eventTopics'
import { hashOf } from '../batch/batches'

/** A log of a transfer, as a node gives it. */
export type TransferLog = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  transactionHash: Hex
  logIndex: Hex
  blockTimestamp?: Hex
}

let count = 0

/** A log that `token` writes of a transfer; a test may change any part of it. */
export const transferLog = (
  token: Address,
  from: Address,
  to: Address,
  amount: bigint,
  block: number,
  change: object = {},
): TransferLog => ({
  address: token,
  topics: [transferTopic, pad(from), pad(to)],
  data: pad(numberToHex(amount)),
  blockNumber: numberToHex(block),
  transactionHash: hashOf(`transfer ${count++}`),
  logIndex: '0x0',
  ...change,
})

const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function getEthBalance(address account) view returns (uint256)',
])

/** A chain that a test moves on: its newest block, its logs, and what balances say now. */
export type FakeChain = {
  head: number
  logs: TransferLog[]
  coin: bigint
  balances: Record<Address, bigint>
  /** The most blocks that the node gives logs of; 0 for none at all. */
  limit: number
  isSilent: boolean
  /** Ranges that were asked for. */
  asked: { from: number; to: number }[]
}

export const newChain = (): FakeChain => ({
  head: 1_000,
  logs: [],
  coin: 5n,
  balances: {},
  limit: Infinity,
  isSilent: false,
  asked: [],
})

/** The way to that chain, as a page has it; its node gives logs by receiver, as it is asked. */
export const nodeReaderOf = (chain: FakeChain): NodeReader => ({
  head: () => Promise.resolve({ number: chain.head, time: 0 }),
  logs: ({ from, to }, topics) => {
    chain.asked.push({ from, to })
    if (chain.isSilent) return Promise.reject(new Error('silent'))
    if (to - from + 1 > chain.limit) return Promise.resolve('refused')
    const isAsked = ({ blockNumber, topics: own }: TransferLog) =>
      Number(blockNumber) >= from &&
      Number(blockNumber) <= to &&
      topics.every((topic, at) => topic === null || topic === own[at])
    return Promise.resolve(chain.logs.filter(isAsked))
  },
  tokens: () => Promise.resolve({}),
  read: (reads) =>
    Promise.resolve(
      reads.map(({ to, data }) => {
        const { functionName } = decodeFunctionData({ abi, data })
        const isCoin = to === multicall3 && functionName === 'getEthBalance'
        const balance = isCoin ? chain.coin : chain.balances[to]
        return balance === undefined ? null : pad(numberToHex(balance))
      }),
    ),
})
