import type { Hash } from 'viem'
import type { Receipt } from '../db/batchEvent'
import { receiptOutcome } from './chainReader'
import type { World } from './world'

/** How long, in ms, a sealed block waits for the second node before it counts without its answer. */
const patience = 10_000

/** A second node's answer on a receipt; `awaited`: silent for less than 10 s; undefined: no second node. */
export type Opinion = 'agrees' | 'differs' | 'silent' | 'awaited' | undefined

type Block = { hash: Hash; transactions: Hash[] } | null

/**
 * Compares a sealed receipt with the network's second node: same block, same status and logs. A node that
 * is silent or lags behind is awaited for 10 s; `differs` never expires. The wait restarts with the worker.
 */
export const createAgreement = (world: World) => {
  const since = new Map<string, number>()

  /** Returns when the wait for a receipt's block began, in ms since 1970; the first call starts it. */
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
      // A malformed block or receipt counts as no answer.
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
  // The node may index a receipt a moment after its block.
  if (!known) return undefined
  return receiptOutcome(known) === receiptOutcome(receipt) ? 'agrees' : 'differs'
}

/** Resolves to a second node's `Opinion` on a receipt. */
export type Agreement = ReturnType<typeof createAgreement>
