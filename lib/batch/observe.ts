import type { Address, Hash, Hex } from 'viem'
import type { Batch } from '../db'
import { delegateOf } from '../delegate/executor'
import { isEnded, type Event, type Receipt, type State, type Transaction } from './machine'
import { hasRun } from './ran'
import { unlessForgotten } from './unlessForgotten'
import type { World } from './world'

type Block = { number: Hex; hash: Hash; transactions: Hash[] }

/** One look at a chain: what several batches ask of it is asked once. */
export type Look = {
  receipt: (hash: Hash) => Promise<Receipt | null>
  block: (tag: Hex | 'latest' | 'finalized') => Promise<Block | null>
}

/** Looks at a chain as it is now. */
export const lookAt = (world: World, chainId: number): Look => {
  const blocks = new Map<string, Promise<Block | null>>()
  return {
    receipt: async (hash) => {
      const receipt = await world.request(chainId, 'eth_getTransactionReceipt', [hash])
      return receipt ? strict(receipt as Receipt) : null
    },
    block: (tag) => {
      const asked =
        blocks.get(tag) ??
        (world.request(chainId, 'eth_getBlockByNumber', [tag, false]) as Promise<Block | null>)
      blocks.set(tag, asked)
      return asked
    },
  }
}

/** EIP-5792 shows a strict part of a receipt. */
const strict = ({ transactionHash, blockHash, blockNumber, gasUsed, status, logs }: Receipt) => ({
  ...{ transactionHash, blockHash, blockNumber, gasUsed, status },
  logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
})

/** What has become of a batch's transactions since it was last looked at. */
export const observe = async (
  world: World,
  batch: Batch,
  state: State,
  look: Look,
): Promise<Event[]> => {
  const hasEnded = isEnded(batch, state)
  // What is sealed is looked at again only once nothing more is to come: else a long batch would ask more and more.
  const open = state.transactions.filter(({ sealed }) => hasEnded || !sealed)
  const seen = await Promise.allSettled(
    open.map((transaction) => observeOne(world, batch, transaction, look)),
  )
  const changes = seen.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const failed = seen.find((one) => one.status === 'rejected')
  if (changes.length === 0 && failed) throw failed.reason
  if (changes.length > 0 || !hasEnded) return changes
  return (await isFinal(state, look)) ? [{ type: 'final' }] : []
}

const observeOne = async (
  world: World,
  batch: Batch,
  transaction: Transaction,
  look: Look,
): Promise<Event[]> => {
  const { hash, receipt: known, sealed } = transaction
  const receipt = await look.receipt(hash)
  if (!receipt) return known ? [{ type: 'moved', hash }] : []
  const isSame = known !== undefined && outcomeOf(known) === outcomeOf(receipt)
  if (sealed && isSame && known.blockHash === receipt.blockHash) return []
  if (await isSealed(receipt, look)) {
    const ran = await hasRun(world, batch, transaction, receipt)
    return [
      ...(sealed ? [{ type: 'moved' as const, hash }] : []),
      { type: 'sealed', hash, receipt, ran },
    ]
  }
  if (sealed) return [{ type: 'moved', hash }]
  if (isSame) return []
  return [{ type: 'included', hash, receipt, delegate: await delegateSeen(world, batch) }]
}

/** What must not change while a block is built on; its hash changes all the time. */
const outcomeOf = ({ status, logs }: Receipt): string => JSON.stringify([status, logs])

const isSealed = async (receipt: Receipt, look: Look): Promise<boolean> => {
  const latest = await look.block('latest')
  if (!latest || BigInt(receipt.blockNumber) > BigInt(latest.number)) return false
  const block = await look.block(receipt.blockNumber)
  return block?.hash === receipt.blockHash && block.transactions.includes(receipt.transactionHash)
}

const delegateSeen = async (
  world: World,
  { mode, chainId, from }: Batch,
): Promise<Address | null> => {
  if (mode !== 'atomic') return null
  const code = world.request(chainId, 'eth_getCode', [from, 'pending'])
  return delegateOf((await unlessForgotten(code, '0x')) as Hex)
}

/** How deep a block must lie to be final where the node's `finalized` tag does not move. */
const finalDepth = 64n

const isFinal = async (state: State, look: Look): Promise<boolean> => {
  const included = state.transactions.filter(({ receipt }) => receipt)
  if (included.length === 0 || !included.every(({ sealed }) => sealed)) return false
  const highest = included
    .map(({ receipt }) => BigInt(receipt?.blockNumber ?? 0))
    .reduce((a, b) => (a > b ? a : b))
  const finalized = BigInt((await look.block('finalized').catch(() => null))?.number ?? 0)
  if (finalized > 0n) return finalized >= highest
  return BigInt((await look.block('latest'))?.number ?? 0) - highest >= finalDepth
}
