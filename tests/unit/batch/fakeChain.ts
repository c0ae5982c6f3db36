import { hexToBytes, keccak256, numberToHex, type Hash, type Hex } from 'viem'
import { append } from '@/lib/batch/journal'
import type { Receipt } from '@/lib/batch/event'
import type { Verdict, World } from '@/lib/batch/world'
import { signTransaction } from '@/lib/keyring/sign'
import { rpcError, toError } from '@/lib/rpc/errors'
import { keys } from '../people'
import { genesis, hashOf, receiptOf } from './batches'

type Answers = Record<string, (params: never) => unknown>

/**
 * A fake of a node, a clock and a lock at the seam `World`, whose fields a test sets; keys and signatures
 * are real. Blocks up to `latest` are sealed, `latest` + 1 is the pre-confirmed one.
 */
export const openChain = (chainId = 31337) => {
  const chain = {
    genesis: genesis as Hash | null,
    latest: 10,
    finalized: 0,
    /** The account's transaction count at the pre-confirmed state. */
    count: 5,
    /** The account's code by block; the pre-confirmed one where a block has none of its own. */
    code: { pending: '0x' } as Record<string, Hex> & { pending: Hex },
    receipts: new Map<Hash, Receipt>(),
    /** Hashes of blocks whose hash is not their usual one. */
    hashes: {} as Record<number, Hash>,
    /** What was broadcast, in order. */
    sent: [] as Hex[],
    /** Everything asked of the node, in order. */
    asked: [] as string[],
    /** Puts answers of a test in place of the usual ones. */
    answers: {} as Answers,
    /** What a simulation says. */
    verdict: 'succeeds' as Verdict,
    isLocked: false,
    now: 1_100_000,
    signatures: 0,
  }

  const blockHash = (number: number) => chain.hashes[number] ?? hashOf(`block ${number}`)

  const blockAt = (tag: string) => {
    if (tag === 'pending') return pendingBlock()
    if (tag === '0x0') return chain.genesis && { number: '0x0', hash: chain.genesis }
    const number =
      tag === 'latest' ? chain.latest : tag === 'finalized' ? chain.finalized : Number(tag)
    if (number > chain.latest) return null
    const held = [...chain.receipts.values()].filter(
      ({ blockNumber }) => Number(blockNumber) === number,
    )
    const transactions = held.map(({ transactionHash }) => transactionHash)
    return { number: numberToHex(number), hash: blockHash(number), transactions }
  }

  /** What a pre-confirmed block shows: its number and hash come with the seal. */
  const pendingBlock = () => {
    const held = [...chain.receipts.values()].filter(
      ({ blockNumber }) => Number(blockNumber) > chain.latest,
    )
    const transactions = held.map(({ transactionHash }) => transactionHash)
    return { number: null, hash: null, transactions, gasUsed: numberToHex(held.length) }
  }

  const usual: Answers = {
    eth_chainId: () => numberToHex(chainId),
    eth_getBlockByNumber: ([tag]: [string]) => blockAt(tag),
    eth_getTransactionCount: () => numberToHex(chain.count),
    eth_getCode: ([, block]: [Hex, string]) => chain.code[block] ?? chain.code.pending,
    eth_getTransactionReceipt: ([hash]: [Hash]) => chain.receipts.get(hash) ?? null,
    eth_sendRawTransaction: ([raw]: [Hex]) => {
      chain.sent.push(raw)
      return keccak256(raw)
    },
  }

  const world: World = {
    request: async (id, method, params) => {
      chain.asked.push(method)
      if (id !== chainId) throw new Error('another chain was asked')
      const answer = chain.answers[method] ?? usual[method]
      if (!answer) throw new Error(`nobody said what ${method} answers`)
      return await answer(params as never)
    },
    sign: async (from, signing) => {
      if (chain.isLocked) return undefined
      chain.signatures++
      return signTransaction(hexToBytes(keys[from] ?? '0x') as Uint8Array<ArrayBuffer>, signing)
    },
    simulate: () => Promise.resolve(chain.verdict),
    append,
    lock: (name, run) => navigator.locks.request(name, run),
    now: () => chain.now,
    wait: (ms) => {
      chain.now += ms
      return new Promise((resolve) => setImmediate(resolve))
    },
  }

  return {
    ...{ chain, world },
    /** Puts a transaction into a block; the pre-confirmed one unless it is named. */
    include: (hash: Hash, change: Partial<Receipt> & { block?: number } = {}) => {
      const { block = chain.latest + 1, ...rest } = change
      const place = { blockNumber: numberToHex(block), blockHash: blockHash(block) }
      chain.receipts.set(hash, receiptOf(hash, { ...place, ...rest }))
    },
    /** Takes it out again. */
    drop: (hash: Hash) => chain.receipts.delete(hash),
  }
}

/** What `world.request` throws where the node keeps no state of a block any more. */
export const forgotten = () => {
  throw toError({ code: -32000, message: 'missing trie node' })
}

/** What `world.request` throws where the node does not answer. */
export const silence = () => {
  throw rpcError('chainDisconnected', 'the node of Local did not answer')
}
