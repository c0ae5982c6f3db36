import type { Hash } from 'viem'
import type { Receipt } from '../db/batchEvent'
import { receiptOutcome } from './chainReader'
import type { World } from './world'

/** How long, in ms, the second node's word on a sealed block is waited for. */
const patience = 10_000

/** What a network's second node says to a receipt; undefined where there is no second node. */
export type Opinion = 'agrees' | 'differs' | 'silent' | 'awaited' | undefined

type Block = { hash: Hash; transactions: Hash[] } | null

/**
 * Asks the second node of a network whether it has the same block and the same outcome. One that is
 * silent, or not there yet, is waited for at most 10 s; one that has another block in its place is
 * never overruled. Waiting begins anew with the worker.
 */
export const createAgreement = (world: World) => {
  const since = new Map<string, number>()

  /** Since when, in ms since 1970, its word on a transaction's block is waited for. */
  const beganAt = ({ transactionHash, blockHash }: Receipt): number => {
    const key = transactionHash + blockHash
    const began = since.get(key) ?? world.now()
    since.set(key, began)
    return began
  }

  return async (chainId: number, receipt: Receipt): Promise<Opinion> => {
    if (!(await world.second?.has(chainId))) return undefined
    const began = beganAt(receipt)
    const waiting = () => (Math.abs(world.now() - began) >= patience ? 'silent' : 'awaited')
    const ask = (method: string, params: unknown[]) => world.second?.ask(chainId, method, params)
    const [block, known] = (await Promise.all([
      ask('eth_getBlockByNumber', [receipt.blockNumber, false]),
      ask('eth_getTransactionReceipt', [receipt.transactionHash]),
    ])) as [Block | undefined, Receipt | null | undefined]
    try {
      return compare(receipt, block, known) ?? waiting()
    } catch {
      // What is no block and no receipt is no word on them.
      return waiting()
    }
  }
}

const compare = (
  receipt: Receipt,
  block: Block | undefined,
  known: Receipt | null | undefined,
): 'agrees' | 'differs' | undefined => {
  if (!block) return undefined
  const isThere =
    block.hash === receipt.blockHash && block.transactions.includes(receipt.transactionHash)
  if (!isThere) return 'differs'
  // The block is there and the receipt not yet known: it may be indexed a moment later.
  if (!known) return undefined
  return receiptOutcome(known) === receiptOutcome(receipt) ? 'agrees' : 'differs'
}

/** What a network's second node says to a receipt. */
export type Agreement = ReturnType<typeof createAgreement>
