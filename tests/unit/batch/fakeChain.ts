import { hexToBytes, keccak256, numberToHex, type Hash, type Hex } from 'viem'
import { append } from '@/lib/batch/journal'
import type { Receipt } from '@/lib/db/batchEvent'
import type { Replacing, World } from '@/lib/batch/world'
import type { Outcome, Verdict } from '@/lib/db/outcome'
import { signTransaction } from '@/lib/keyring/sign'
import { rpcError, toError } from '@/lib/rpc/errors'
import { keys, stranger } from '../accounts'
import { locks, nothingChanged } from '../../harness/world'
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
    /** The account's code by block; blocks without an entry have the pre-confirmed block's. */
    code: { pending: '0x' } as Record<string, Hex> & { pending: Hex },
    receipts: new Map<Hash, Receipt>(),
    /** Others' transactions in sealed blocks; `used`: number of the account's nonces that they use. */
    others: [] as { block: number; used: number; transaction: Record<string, unknown> }[],
    /** The oldest block of which the node still has the state. */
    remembers: 0,
    /** Times of blocks, in seconds since 1970; 0 for the others. */
    times: {} as Record<number, number>,
    /** Hashes of blocks that differ from the default. */
    hashes: {} as Record<number, Hash>,
    /** Raw transactions that were broadcast, in order. */
    sent: [] as Hex[],
    /** Everything asked of the node, in order. */
    asked: [] as string[],
    /** Answers of a test, by method, in place of the default ones. */
    answers: {} as Answers,
    /** The verdict of `world.simulate`, and what else it says. */
    verdict: 'succeeds' as Verdict,
    outcome: {} as Partial<Outcome>,
    /** The calls that `world.simulate` was asked from. */
    looks: [] as number[],
    /** The replacements that `world.simulate` was asked for. */
    bumps: [] as Replacing[],
    isLocked: false,
    now: 1_100_000,
    signatures: 0,
  }

  const blockHash = (number: number) => chain.hashes[number] ?? hashOf(`block ${number}`)

  /** Returns the account's transaction count after a sealed block, without the nonces of later blocks. */
  const countAt = (tag: string) => {
    const block = tag === 'latest' ? chain.latest : tag === 'pending' ? Infinity : Number(tag)
    if (block < chain.remembers) forgotten()
    const later = chain.others.filter((other) => other.block > block)
    return numberToHex(chain.count - later.reduce((sum, { used }) => sum + used, 0))
  }

  const blockAt = (tag: string, isFull: boolean) => {
    if (tag === 'pending') return pendingBlock()
    if (tag === '0x0') return chain.genesis && { number: '0x0', hash: chain.genesis }
    const number =
      tag === 'latest' ? chain.latest : tag === 'finalized' ? chain.finalized : Number(tag)
    if (number > chain.latest) return null
    const held = [...chain.receipts.values()].filter(
      ({ blockNumber }) => Number(blockNumber) === number,
    )
    const timestamp = numberToHex(chain.times[number] ?? 0)
    const place = { number: numberToHex(number), hash: blockHash(number), timestamp }
    const own = held.map(({ transactionHash: hash }) => ({ hash, from: stranger, nonce: '0x0' }))
    const all = [
      ...chain.others.filter(({ block }) => block === number).map(({ transaction }) => transaction),
      ...own,
    ]
    return { ...place, transactions: isFull ? all : all.map(({ hash }) => hash) }
  }

  /** Returns the pre-confirmed block, whose hash is null until the seal. */
  const pendingBlock = () => {
    const held = [...chain.receipts.values()].filter(
      ({ blockNumber }) => Number(blockNumber) > chain.latest,
    )
    const transactions = held.map(({ transactionHash }) => transactionHash)
    const number = numberToHex(chain.latest + 1)
    return { number, hash: null, transactions, gasUsed: numberToHex(held.length) }
  }

  const usual: Answers = {
    eth_chainId: () => numberToHex(chainId),
    eth_getBlockByNumber: ([tag, isFull]: [string, boolean]) => blockAt(tag, isFull),
    eth_getTransactionCount: ([, tag]: [Hex, string]) => countAt(tag),
    eth_getCode: ([, block]: [Hex, string]) => chain.code[block] ?? chain.code.pending,
    eth_getTransactionReceipt: ([hash]: [Hash]) => chain.receipts.get(hash) ?? null,
    eth_sendRawTransaction: ([raw]: [Hex]) => {
      chain.sent.push(raw)
      return keccak256(raw)
    },
    debug_traceTransaction: () => {
      throw toError({ code: -32601, message: 'the method debug_traceTransaction does not exist' })
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
    simulate: ({ mode, delegate, upgrade }, index, instead) => {
      chain.looks.push(index)
      if (instead) chain.bumps.push(instead)
      const { verdict } = chain
      return Promise.resolve({
        ...nothingChanged,
        mode,
        delegate,
        upgrade,
        verdict,
        ...chain.outcome,
      })
    },
    append,
    // A lane that a silent node holds for ever would hold those of other files, which share a worker and its locks.
    ...locks(),
    now: () => chain.now,
    wait: (ms) => {
      chain.now += ms
      return new Promise((resolve) => setImmediate(resolve))
    },
  }

  return {
    chain,
    world,
    /** Puts a transaction into a block; the pre-confirmed one unless it is named. */
    include: (hash: Hash, change: Partial<Receipt> & { block?: number } = {}) => {
      const { block = chain.latest + 1, ...rest } = change
      const place = { blockNumber: numberToHex(block), blockHash: blockHash(block) }
      chain.receipts.set(hash, receiptOf(hash, { ...place, ...rest }))
    },
    /** Takes a transaction out of its block again. */
    drop: (hash: Hash) => chain.receipts.delete(hash),
  }
}

/** Throws as `world.request` does if the node no longer has the state of a block. */
export const forgotten = (): never => {
  throw toError({ code: -32000, message: 'missing trie node' })
}

/** Throws as `world.request` does if the node does not answer. */
export const silence = (): never => {
  throw rpcError('chainDisconnected', 'the node of Local did not answer')
}
