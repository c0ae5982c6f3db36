import type { Address, Hex } from 'viem'
import type { Batch } from '../db'
import { delegateOf, delegation } from '../delegate/executor'
import type { Agreement } from './agreement'
import type { Event, Receipt } from '../db/batchEvent'
import { finalNumber, receiptOutcome, type ChainReader } from './chainReader'
import { isEnded } from './machine'
import type { State, Transaction } from './state'
import { hasRun } from './ran'
import { unlessPruned } from './prunedState'
import type { World } from './world'

/**
 * Returns events for what changed on chain since a batch was last read. Transactions with a receipt are
 * read again only if the chain `hasMovedOn`; while calls remain, only the newest sealed one is, because its
 * block builds on the earlier ones. Throws the node's error if a read failed and nothing changed.
 */
export const observe = async (
  world: World,
  batch: Batch,
  state: State,
  { look, agreement, hasMovedOn }: { look: ChainReader; agreement: Agreement; hasMovedOn: boolean },
): Promise<Event[]> => {
  const hasEnded = isEnded(batch, state)
  const newest = state.transactions.findLast(({ sealed }) => sealed)
  const open = state.transactions.filter(
    (one) => !one.receipt || (hasMovedOn && (hasEnded || !one.sealed || one === newest)),
  )
  const seen = await Promise.allSettled(
    open.map((transaction) => observeOne(world, batch, transaction, look, agreement)),
  )
  const changes = seen.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const failed = seen.find((one) => one.status === 'rejected')
  if (changes.length === 0 && failed) throw failed.reason
  if (changes.length > 0 || !hasEnded || !hasMovedOn) return changes
  return (await isFinal(state, look)) ? [{ type: 'final' }] : []
}

const observeOne = async (
  world: World,
  batch: Batch,
  transaction: Transaction,
  look: ChainReader,
  agreement: Agreement,
): Promise<Event[]> => {
  const { hash, receipt: known, sealed } = transaction
  const receipt = await look.receipt(hash)
  if (!receipt) return known ? [{ type: 'moved', hash }] : []
  const isSame = known !== undefined && receiptOutcome(known) === receiptOutcome(receipt)
  if (sealed && isSame && known.blockHash === receipt.blockHash) return []
  const moved: Event[] = sealed ? [{ type: 'moved', hash }] : []
  const included = async (): Promise<Event[]> =>
    isSame && !sealed
      ? []
      : [
          {
            type: 'included',
            hash,
            receipt,
            delegate: await delegateSeen(world, batch),
            ...(await look.paid(hash)),
          },
        ]
  if (!(await isSealed(receipt, look))) return sealed ? moved : included()
  const second = await agreement(batch.chainId, receipt)
  if (second === 'awaited') {
    const isNoted = !sealed && transaction.second !== undefined
    const awaited: Event[] = isNoted ? [] : [{ type: 'awaited', hash }]
    return [...moved, ...(await included()), ...awaited]
  }
  const wasDisputed = transaction.second === 'differs'
  // A dispute stands while the second node is silent.
  if (second === 'differs' || (second === 'silent' && wasDisputed)) {
    const disputed: Event[] = wasDisputed ? [] : [{ type: 'disputed', hash }]
    return [...moved, ...(await included()), ...disputed]
  }
  const ran = await hasRun(world, batch, transaction, receipt)
  const about = { ran, ...(second ? { second } : {}), ...(await look.paid(hash)) }
  return [...moved, { type: 'sealed', hash, receipt, ...about }]
}

const isSealed = async (receipt: Receipt, look: ChainReader): Promise<boolean> => {
  const latest = await look.block('latest')
  if (!latest || BigInt(receipt.blockNumber) > BigInt(latest.number)) return false
  const block = await look.block(receipt.blockNumber)
  return block?.hash === receipt.blockHash && block.transactions.includes(receipt.transactionHash)
}

const delegateSeen = async (
  world: World,
  { mode, revokes, chainId, from }: Batch,
): Promise<Address | null> => {
  if (mode !== 'atomic' && !revokes) return null
  const code = world.request(chainId, 'eth_getCode', [from, 'pending'])
  // Unreadable code must not pass for the expected result.
  const unseen = revokes ? delegation(revokes) : '0x'
  return delegateOf((await unlessPruned(code, unseen)) as Hex)
}

const isFinal = async (state: State, look: ChainReader): Promise<boolean> => {
  const included = state.transactions.filter(({ receipt }) => receipt)
  // Without any receipt, only a proven replacement is final.
  if (included.length === 0) return Object.keys(state.replaced).length > 0
  if (!included.every(({ sealed }) => sealed)) return false
  const highest = included
    .map(({ receipt }) => BigInt(receipt?.blockNumber ?? 0))
    .reduce((a, b) => (a > b ? a : b))
  return (await finalNumber(look)) >= highest
}
