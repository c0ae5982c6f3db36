import { numberToHex, type Hash, type Hex } from 'viem'
import type { Receipt } from '../db/batchEvent'
import { headOf, type Head } from './blockFingerprint'
import { unlessForgotten } from './prunedState'
import type { World } from './world'

/** A block as a look needs it; what a pre-confirmed one has instead of number and hash is in its head. */
type Block = { number: Hex; hash: Hash; transactions: Hash[] }

/** What a receipt says of its price; `l1Fee` on chains of the OP stack. */
type Paid = { gasUsed: Hex; effectiveGasPrice?: Hex; l1Fee?: Hex | null }

type Tag = 'latest' | 'finalized'

/** One look at a chain: what several batches ask of it is asked once. */
export type Look = {
  receipt: (hash: Hash) => Promise<Receipt | null>
  /** What it paid, as part of its event; nothing where the node does not say it. */
  paid: (hash: Hash) => Promise<{ fee?: Hex }>
  block: (tag: Hex | Tag) => Promise<Block | null>
  /** What tells one state of the chain from the next. Rejects where the node does not answer. */
  head: () => Promise<Head>
}

/** Looks at a chain as it is now. */
export const lookAt = (world: World, chainId: number): Look => {
  const asked = new Map<string, Promise<unknown>>()
  const once = <T>(method: string, params: unknown[]): Promise<T> => {
    const key = JSON.stringify([method, params])
    const answer = asked.get(key) ?? world.request(chainId, method, params)
    asked.set(key, answer)
    return answer as Promise<T>
  }
  const block = (tag: Hex | Tag | 'pending') =>
    once<Block | null>('eth_getBlockByNumber', [tag, false])
  return {
    receipt: async (hash) => {
      const receipt = await once<Receipt | null>('eth_getTransactionReceipt', [hash])
      return receipt ? strict(receipt) : null
    },
    paid: async (hash) => {
      const paid = await once<Paid | null>('eth_getTransactionReceipt', [hash])
      if (!paid?.effectiveGasPrice) return {}
      const fee = BigInt(paid.gasUsed) * BigInt(paid.effectiveGasPrice) + BigInt(paid.l1Fee ?? 0)
      return { fee: numberToHex(fee) }
    },
    block,
    head: async () => {
      const [pending, latest] = await Promise.all([
        // Some nodes have no pre-confirmed block.
        unlessForgotten(block('pending'), null),
        block('latest'),
      ])
      return headOf(pending, latest)
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

/** What must not change while a block is built on, nor from node to node; its hash changes all the time. */
export const outcomeOf = (receipt: Receipt): string => {
  const { status, logs } = strict(receipt)
  return JSON.stringify([status, logs])
}

/** How deep a block must lie to be final where the node's `finalized` tag does not move. */
const finalDepth = 64n

/** The highest final block, 0 where there is none yet. */
export const finalNumber = async ({ block }: Look): Promise<bigint> => {
  const finalized = BigInt((await unlessForgotten(block('finalized'), null))?.number ?? 0)
  if (finalized > 0n) return finalized
  const latest = BigInt((await block('latest'))?.number ?? 0)
  return latest > finalDepth ? latest - finalDepth : 0n
}
