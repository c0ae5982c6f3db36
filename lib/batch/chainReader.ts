import { numberToHex, type Address, type Hash, type Hex } from 'viem'
import { once } from '../async'
import { isSilence } from '../rpc/errors'
import { max } from '../values/bigint'
import type { Receipt } from '../db/batchEvent'
import { blockFingerprint, type BlockFingerprint } from './blockFingerprint'
import { findOperation, usedBy, type SearchPlace, type Used } from './findOperation'
import { readPast, unlessRefused } from './pastState'
import type { Transaction } from './state'
import { tagAnswered, tagFailed } from './tagFailures'
import type { World } from './world'

/** The fields read of a block. */
type Block = { number: Hex; hash: Hash; timestamp: Hex; transactions: Hash[] }

/** The fields read of a pre-confirmed block, which may lack number and hash. */
type PendingBlock = Omit<Block, 'number' | 'hash'> & { number: Hex | null; hash: Hash | null }

/** The fields of a receipt that make up its fee; `l1Fee` on OP stack chains. */
type Paid = { gasUsed: Hex; effectiveGasPrice?: Hex; l1Fee?: Hex | null }

type Tag = 'latest' | 'finalized'

/** Block of the tag `finalized`, or for how many ms the node has shown none, with its error if any. */
type FinalTag = { number: bigint } | { failedFor: number; error?: unknown }

/** Cached reads of one chain: each RPC call is made once, however many batches need it. */
export type ChainReader = {
  receipt: (hash: Hash) => Promise<Receipt | null>
  /**
   * The receipt of what a batch signed, null if no block has it. Of a user operation it is that of the transaction that
   * held it, with the operation's own logs and success; `whole`: as the node gave it.
   */
  find: (
    from: Address,
    one: Pick<Transaction, 'hash' | 'operation' | 'receipt'>,
  ) => Promise<{ receipt: Receipt; whole: Receipt } | null>
  /** The user of the nonce of an account's operation, once it is used: that one or another; undefined if nobody can tell. */
  usedBy: (from: Address, one: Pick<Transaction, 'hash' | 'operation'>) => Promise<Used | undefined>
  /** Fee of a mined transaction (hex wei) as a field of its event; empty if the node does not report it. */
  paid: (hash: Hash) => Promise<{ fee?: Hex }>
  block: (tag: Hex | Tag) => Promise<Block | null>
  /** The block to come; null if the node does not show it. Rejects if the node is silent. */
  pending: () => Promise<PendingBlock | null>
  /** The tag `finalized`. Rejects if the node is silent, which says nothing of the tag. */
  finalTag: () => Promise<FinalTag>
  /** Fingerprint of the chain's newest state; two RPC calls. Rejects if the node does not answer. */
  head: () => Promise<BlockFingerprint>
}

/** How far operations were searched for, which a new look need not search again. */
const places = new WeakMap<World, Map<Hash, SearchPlace>>()

/** Creates the cached reads for one round of observing a chain. */
export const createChainReader = (world: World, chainId: number): ChainReader => {
  const answers = once<unknown>()
  const ask = <T>(method: string, params: unknown[]): Promise<T> =>
    answers(JSON.stringify([method, params]), () =>
      world.request(chainId, method, params),
    ) as Promise<T>
  const past = <T>(method: string, params: unknown[]): Promise<T> =>
    answers(JSON.stringify(['past', method, params]), () =>
      readPast<unknown>(world, [chainId, method, params], null),
    ) as Promise<T>
  const searched = places.get(world) ?? new Map<Hash, SearchPlace>()
  places.set(world, searched)
  const searcher = { ask, past, places: searched }
  const used = once<Used | undefined>()
  const usedOnce: ChainReader['usedBy'] = async (from, { hash, operation }) =>
    operation && used(hash, () => usedBy(searcher, from, { hash, ...operation }))
  const block = (tag: Hex | Tag) => ask<Block | null>('eth_getBlockByNumber', [tag, false])
  // Some nodes do not serve the `pending` block.
  const pending = () =>
    unlessRefused(ask<PendingBlock | null>('eth_getBlockByNumber', ['pending', false]), null)
  const receiptOf = async (hash: Hash) => {
    const receipt = await ask<Receipt | null>('eth_getTransactionReceipt', [hash])
    return receipt ? strict(receipt) : null
  }
  return {
    receipt: receiptOf,
    find: async (from, one) => {
      const { hash, operation } = one
      if (operation) {
        const { signed } = operation
        const known = one.receipt?.transactionHash
        const search = () => usedOnce(from, one)
        return findOperation(ask, search, receiptOf, from, { hash, signed, known })
      }
      const receipt = await receiptOf(hash)
      return receipt && { receipt, whole: receipt }
    },
    usedBy: usedOnce,
    paid: async (hash) => {
      const paid = await ask<Paid | null>('eth_getTransactionReceipt', [hash])
      if (!paid?.effectiveGasPrice) return {}
      const fee = BigInt(paid.gasUsed) * BigInt(paid.effectiveGasPrice) + BigInt(paid.l1Fee ?? 0)
      return { fee: numberToHex(fee) }
    },
    block,
    pending,
    finalTag: async () => {
      try {
        const shown = await block('finalized')
        if (!shown) return { failedFor: await tagFailed(world, chainId) }
        await tagAnswered(chainId)
        return { number: BigInt(shown.number) }
      } catch (error) {
        if (isSilence(error)) throw error
        return { failedFor: await tagFailed(world, chainId), error }
      }
    },
    head: async () => {
      const [coming, latest] = await Promise.all([pending(), block('latest')])
      return blockFingerprint(coming, latest)
    },
  }
}

/** Keeps only the receipt fields that EIP-5792 lists. */
const strict = ({ transactionHash, blockHash, blockNumber, gasUsed, status, logs }: Receipt) => ({
  transactionHash,
  blockHash,
  blockNumber,
  gasUsed,
  status,
  logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
})

/**
 * Returns a receipt's status and logs as text to compare. Unlike the block hash, these are equal between
 * nodes and stay while a pre-confirmed block is built.
 */
export const receiptOutcome = (receipt: Receipt): string => {
  const { status, logs } = strict(receipt)
  return JSON.stringify([status, logs])
}

/** Depth in blocks at which a block counts as final where the node's `finalized` tag is of no use. */
export const finalDepth = 64n

/** Time in ms for which a tag has to fail, without an answer in between, to count as one that the node lacks. */
const failing = 10 * 60_000

/** Time in ms since a batch's last event after which a tag below its block does not move any more. */
const stuck = 24 * 60 * 60_000

/**
 * Returns the number of the highest final block, 0n if none is known yet. `age`: ms since the last event of
 * the batch in question. Throws the node's error where the next look may learn it.
 */
export const finalNumber = async (
  { block, finalTag }: ChainReader,
  age: number,
): Promise<bigint> => {
  const tag = await finalTag()
  const isKnown = 'number' in tag
  // A node of a pool may not know the tag for a moment: one failure must not make a block final by its depth.
  const isOfUse = isKnown ? tag.number > 0n : tag.failedFor < failing
  const finalized = isKnown ? tag.number : 0n
  if (isOfUse && age < stuck) {
    if ('error' in tag) throw tag.error
    return finalized
  }
  const latest = BigInt((await block('latest'))?.number ?? 0)
  return max(finalized, latest > finalDepth ? latest - finalDepth : 0n)
}
