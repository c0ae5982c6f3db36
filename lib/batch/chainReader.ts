import { numberToHex, type Hash, type Hex } from 'viem'
import { once } from '../async'
import type { Receipt } from '../db/batchEvent'
import { blockFingerprint, type BlockFingerprint } from './blockFingerprint'
import { unlessPruned } from './prunedState'
import type { World } from './world'

/** A block as a look needs it; what a pre-confirmed one has instead of number and hash is in its head. */
type Block = { number: Hex; hash: Hash; transactions: Hash[] }

/** The price in a receipt; `l1Fee` on chains of the OP stack. */
type Paid = { gasUsed: Hex; effectiveGasPrice?: Hex; l1Fee?: Hex | null }

type Tag = 'latest' | 'finalized'

/** One look at a chain: what several batches ask of it is asked once. */
export type ChainReader = {
  receipt: (hash: Hash) => Promise<Receipt | null>
  /** The fee a transaction paid, as part of its event; nothing where the node does not say it. */
  paid: (hash: Hash) => Promise<{ fee?: Hex }>
  block: (tag: Hex | Tag) => Promise<Block | null>
  /** A fingerprint of the chain's newest state. Rejects where the node does not answer. */
  head: () => Promise<BlockFingerprint>
}

/** Looks at a chain as it is now. */
export const createChainReader = (world: World, chainId: number): ChainReader => {
  const answers = once<unknown>()
  const ask = <T>(method: string, params: unknown[]): Promise<T> =>
    answers(JSON.stringify([method, params]), () =>
      world.request(chainId, method, params),
    ) as Promise<T>
  const block = (tag: Hex | Tag | 'pending') =>
    ask<Block | null>('eth_getBlockByNumber', [tag, false])
  return {
    receipt: async (hash) => {
      const receipt = await ask<Receipt | null>('eth_getTransactionReceipt', [hash])
      return receipt ? strict(receipt) : null
    },
    paid: async (hash) => {
      const paid = await ask<Paid | null>('eth_getTransactionReceipt', [hash])
      if (!paid?.effectiveGasPrice) return {}
      const fee = BigInt(paid.gasUsed) * BigInt(paid.effectiveGasPrice) + BigInt(paid.l1Fee ?? 0)
      return { fee: numberToHex(fee) }
    },
    block,
    head: async () => {
      const [pending, latest] = await Promise.all([
        // Some nodes have no pre-confirmed block.
        unlessPruned(block('pending'), null),
        block('latest'),
      ])
      return blockFingerprint(pending, latest)
    },
  }
}

/** EIP-5792 shows a strict part of a receipt. */
const strict = ({ transactionHash, blockHash, blockNumber, gasUsed, status, logs }: Receipt) => ({
  transactionHash,
  blockHash,
  blockNumber,
  gasUsed,
  status,
  logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
})

/** The part of a receipt that stays while its block is built on, and from node to node; the block's hash does not. */
export const receiptOutcome = (receipt: Receipt): string => {
  const { status, logs } = strict(receipt)
  return JSON.stringify([status, logs])
}

/** How deep a block must lie to be final where the node's `finalized` tag does not move. */
const finalDepth = 64n

/** The highest final block, 0 where there is none yet. */
export const finalNumber = async ({ block }: ChainReader): Promise<bigint> => {
  const finalized = BigInt((await unlessPruned(block('finalized'), null))?.number ?? 0)
  if (finalized > 0n) return finalized
  const latest = BigInt((await block('latest'))?.number ?? 0)
  return latest > finalDepth ? latest - finalDepth : 0n
}
