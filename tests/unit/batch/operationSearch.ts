import {
  encodeAbiParameters,
  numberToHex,
  pad,
  parseAbiParameters,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { usedBy, type Ask, type Searcher } from '@/lib/batch/findOperation'
import type { Receipt } from '@/lib/db/batchEvent'
import type { SignedOperation } from '@/lib/db/userOperation'
import { toError } from '@/lib/rpc/errors'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { operationFilter } from '@/lib/sponsor/operationOutcome'
import { alice, bob, stranger } from '../accounts'
import { operation } from '../sponsor/operations'
import { hashOf, receiptOf } from './batches'

/** The operation that is searched for, at nonce 7 of the EntryPoint. */
export const wanted: SignedOperation = { ...operation, signature: '0x12' }

type Use = {
  name?: string
  nonce?: bigint
  account?: Address
  address?: Address
  success?: boolean
}

/** The EntryPoint's log about an operation; a test may change any part of it. */
export const useLog = ({
  name = 'first',
  nonce = 7n,
  account = alice,
  address = entryPoint,
  success = true,
}: Use = {}): Receipt['logs'][number] => ({
  address,
  topics: [
    ...operationFilter([hashOf(name)]).topics.flatMap((topic) => topic ?? []),
    pad(account, { size: 32 }),
    pad(bob, { size: 32 }),
  ],
  data: encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [
    nonce,
    success,
    1n,
    1n,
  ]),
})

type OfBlock = Receipt & { from: Address; to: Address | null }

/** The receipt of a stranger's transaction in a block; a test may change any part of it. */
export const receiptIn = (block: number, name: string, change: Partial<OfBlock> = {}): OfBlock => ({
  ...receiptOf(hashOf(name), { blockNumber: numberToHex(block) }),
  from: stranger,
  to: entryPoint,
  ...change,
})

/**
 * Opens a fake node of 10,000 blocks that answers only what a search for an operation asks. A test sets the block that
 * used its nonce, the logs and receipts of blocks, and what it answers to a method instead.
 */
export const openSearch = () => {
  const node = {
    end: 10_000,
    /** The first block after which the operation's nonce is used; none if the node has no state. */
    usedIn: undefined as number | undefined,
    /** The oldest block whose state the node has. */
    remembers: 0,
    logs: [] as { block: number; transactionHash: Hash; log: Receipt['logs'][number] }[],
    receipts: [] as OfBlock[],
    /** The most blocks that the node searches for logs at once. */
    widest: Infinity,
    /** Ranges of blocks in which logs were searched for. */
    searches: [] as [number, number][],
    /** All that was asked, in order. */
    asked: [] as { method: string; params: unknown }[],
    answers: {} as Record<string, () => unknown>,
  }
  const logsIn = ([{ fromBlock, toBlock }]: [{ fromBlock: Hex; toBlock: Hex }]) => {
    const [first, last] = [Number(fromBlock), Number(toBlock)]
    node.searches.push([first, last])
    if (last - first >= node.widest) throw toError({ code: -32000, message: 'too many blocks' })
    return node.logs
      .filter(({ block }) => block >= first && block <= last)
      .map(({ block, transactionHash, log }) => ({
        ...log,
        transactionHash,
        blockNumber: numberToHex(block),
      }))
  }
  const of = (block: Hex) => node.receipts.filter(({ blockNumber }) => blockNumber === block)
  const usual: Record<string, (params: unknown) => unknown> = {
    eth_blockNumber: () => numberToHex(node.end),
    eth_getLogs: (params) => logsIn(params as [{ fromBlock: Hex; toBlock: Hex }]),
    eth_call: (params) => {
      const [, block] = params as [unknown, Hex]
      if (node.usedIn === undefined || Number(block) < node.remembers) return null
      return numberToHex(Number(block) < node.usedIn ? 7 : 8, { size: 32 })
    },
    eth_getBlockReceipts: (params) => of((params as [Hex])[0]),
    eth_getBlockByNumber: (params) => ({
      transactions: of((params as [Hex])[0]).map(({ transactionHash }) => transactionHash),
    }),
    eth_getTransactionReceipt: (params) =>
      node.receipts.find(({ transactionHash }) => transactionHash === (params as [Hash])[0]) ??
      null,
  }
  const ask: Ask = async <T>(method: string, params: unknown[]) => {
    node.asked.push({ method, params })
    const answer = node.answers[method] ?? usual[method]
    if (!answer) throw new Error(`nobody said what ${method} answers`)
    return (await answer(params)) as T
  }
  const searcher: Searcher = { ask, past: ask, places: new Map() }
  return {
    node,
    searcher,
    /** Looks for what used the nonce of the operation, signed at a block. */
    look: (since = 100) =>
      usedBy(searcher, alice, { hash: hashOf('first'), signed: wanted, since }),
    /** How often a method was asked. */
    times: (wantedMethod: string) =>
      node.asked.filter(({ method }) => method === wantedMethod).length,
  }
}
