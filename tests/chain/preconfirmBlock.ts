import { concat, keccak256, numberToHex } from 'viem'
import type { Hash, Hex } from 'viem'
import { rpc } from './rpc.ts'

type Block = {
  hash: Hash
  number: Hex
  timestamp: Hex
  baseFeePerGas: Hex
  transactions: Hash[]
}

const isSame = (a: Hash[], b: Hash[]) =>
  a.length === b.length && a.every((hash, i) => hash === b[i])

/**
 * Creates the block being built: a second anvil forks from the head of the first and mines the transactions
 * in the first one's mempool, so that its answers are computed as they will be when the first one seals.
 */
export const createBlock = (sealedUrl: string, buildingUrl: string) => {
  const blockOf = (url: string, tag: string) =>
    rpc<Block>(url, 'eth_getBlockByNumber', [tag, false])
  let parent: Hash | undefined
  let waiting: Hash[] = []
  let timestamp = 0n
  let step = 0
  let hash: Hash = '0x'
  let preconfirmed = new Set<unknown>()

  const build = async (head: Block, next: Block) => {
    const at = { jsonRpcUrl: sealedUrl, blockNumber: Number(head.number) }
    await rpc(buildingUrl, 'anvil_reset', [{ forking: at }])
    await rpc(buildingUrl, 'evm_setNextBlockTimestamp', [numberToHex(timestamp)])
    await rpc(buildingUrl, 'anvil_setNextBlockBaseFeePerGas', [next.baseFeePerGas])
    for (const waitingHash of next.transactions) {
      const raw = await rpc<Hex>(sealedUrl, 'eth_getRawTransactionByHash', [waitingHash])
      await rpc(buildingUrl, 'eth_sendRawTransaction', [raw])
    }
    await rpc(buildingUrl, 'evm_mine')
    const built = await blockOf(buildingUrl, 'latest')
    hash = built.hash
    preconfirmed = new Set(built.transactions)
  }

  return {
    /** Advances one step; rebuilds the block only after a visible change, or if `force`. */
    refresh: async (force = false) => {
      const head = await blockOf(sealedUrl, 'latest')
      const next = await blockOf(sealedUrl, 'pending')
      step += 1
      const isNew = head.hash !== parent
      if (!isNew && !force && isSame(next.transactions, waiting)) return
      if (isNew) {
        const [soonest, proposed] = [BigInt(head.timestamp) + 1n, BigInt(next.timestamp)]
        timestamp = proposed > soonest ? proposed : soonest
      }
      await build(head, next)
      parent = head.hash
      waiting = next.transactions
    },
    /** Call after changing the sealed chain by hand: the next step rebuilds the block. */
    forget: () => {
      parent = undefined
    },
    timestamp: () => timestamp,
    isPreconfirmed: (transaction: unknown) => preconfirmed.has(transaction),
    /** Replaces the block's hash in a result by the hash of the present step. */
    rename: (result: unknown): unknown => {
      const partial = keccak256(concat([hash, numberToHex(step, { size: 32 })]))
      const text = JSON.stringify(result) as string | undefined
      return text && (JSON.parse(text.replaceAll(hash, partial)) as unknown)
    },
  }
}
