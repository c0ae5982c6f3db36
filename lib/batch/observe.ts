import type { Address, Hash, Hex } from 'viem'
import type { Batch } from '../db'
import { delegateOf, delegation } from '../delegate/executor'
import type { Agreement } from './agreement'
import { explain } from './explain'
import type { Event, Receipt } from '../db/batchEvent'
import { finalNumber, receiptOutcome, type ChainReader } from './chainReader'
import { isEnded } from './machine'
import type { State, Transaction } from './state'
import type { RunCheck } from './runCheck'
import { ageOf } from './age'
import { unlessRefused } from './pastState'
import type { World } from './world'
import { max } from '../values/bigint'

/** Means to observe a batch: a node, the second one, and the check if calls ran. */
type Eyes = { look: ChainReader; agreement: Agreement; runCheck: RunCheck }

/**
 * Returns events for what changed on chain since a batch was last read. Transactions with a receipt are read again only
 * if the chain `hasMovedOn`: of those that are sealed the one in the highest block that there is, because it builds on the
 * earlier ones, and those of which something is not known yet. All are read again where that one has moved, and once more
 * before the batch is final. Throws the node's error if a read failed and nothing changed.
 */
export const observe = async (
  world: World,
  batch: Batch,
  state: State,
  { look, agreement, runCheck, hasMovedOn }: Eyes & { hasMovedOn: boolean },
): Promise<Event[]> => {
  const hasEnded = isEnded(batch, state)
  // A chain that was set back to a lower block tells nothing of what stood above it.
  const latest = hasMovedOn ? look.block('latest').catch(() => null) : null
  // It is asked for beside the receipts, and waited for where one is sealed; an operation is searched for up to it.
  const isFirst = state.transactions.every(({ sealed, operation }) => !sealed && !operation)
  const head = isFirst ? null : await latest
  const isAbove = (one: Transaction) => head !== null && heightOf(one) > BigInt(head.number)
  const newest = state.transactions
    .filter((one) => one.sealed && !isAbove(one))
    .reduce<Transaction | undefined>(
      (top, one) => (top && heightOf(top) > heightOf(one) ? top : one),
      undefined,
    )
  const isOpen = (one: Transaction): boolean =>
    !one.receipt ||
    (hasMovedOn &&
      (!one.sealed || one === newest || isAbove(one) || (hasEnded && isUnsettled(one))))
  const others = state.transactions.filter((one) => !isOpen(one))
  const changesOf = async (some: readonly Transaction[]) => {
    const seen = await Promise.allSettled(
      some.map((one) => observeOne(world, batch, one, { look, agreement, runCheck })),
    )
    const changes = seen.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const failed = seen.find((one) => one.status === 'rejected')
    if (changes.length === 0 && failed) throw failed.reason
    return { changes, isWhole: !failed }
  }
  const { changes } = await changesOf(state.transactions.filter(isOpen))
  if (changes.some((one) => one.type === 'moved' && one.hash === newest?.hash)) {
    const below = await changesOf(others)
    // Its move is what has the others read: it is noted once all of them were.
    return below.isWhole ? [...below.changes, ...changes] : below.changes
  }
  if (changes.length > 0 || !hasEnded || !hasMovedOn) return changes
  if (!(await isFinal(state, look, await ageOf(batch, world.now())))) return []
  const late = await changesOf(others)
  if (late.changes.length > 0) return late.changes
  return (await areInPlace(state, look)) ? [{ type: 'final' }] : []
}

/** True if the chain has the very block of each receipt: a node that gives no receipt for a moment has taken none back. */
const areInPlace = async ({ transactions }: State, look: ChainReader): Promise<boolean> => {
  const receipts = transactions.flatMap(({ receipt }) => receipt ?? [])
  const blocks = await Promise.all(receipts.map(({ blockNumber }) => look.block(blockNumber)))
  return receipts.every(({ blockHash }, at) => blocks[at]?.hash === blockHash)
}

const heightOf = ({ receipt }: Transaction): bigint => BigInt(receipt?.blockNumber ?? 0)

/** True if nobody could tell yet whether the calls ran, or why they failed. */
const isUnsettled = ({ receipt, ran, explained }: Transaction): boolean =>
  ran === null || (receipt?.status === '0x0' && !explained)

const observeOne = async (
  world: World,
  batch: Batch,
  transaction: Transaction,
  { look, agreement, runCheck }: Eyes,
): Promise<Event[]> => {
  const { hash, receipt: known, sealed, operation } = transaction
  const found = await look.find(batch.from, transaction)
  // Somebody else pays for an operation.
  const paidFor = async () => (operation ? {} : look.paid(hash))
  const isGone = async () => known !== undefined && hasGone(known, sealed, look)
  if (!found) return (await isGone()) ? [{ type: 'moved', hash }] : []
  const { receipt, whole } = found
  const isSame = known !== undefined && receiptOutcome(known) === receiptOutcome(receipt)
  if (sealed && isSame && known.blockHash === receipt.blockHash) {
    // Until it is final, what nobody could tell is asked again.
    if (receipt.status === '0x0' && !transaction.explained)
      return explain(world, batch, transaction, receipt, whole)
    const ran = transaction.ran === null ? await runCheck(batch, transaction, receipt) : null
    if (ran === null || ran === undefined) return []
    const { second, fee } = transaction
    const agreed = second === 'differs' || second === 'awaited' ? undefined : second
    return [sealedEvent(hash, receipt, { ran, second: agreed, fee })]
  }
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
            ...(await paidFor()),
          },
        ]
  if (!(await isSealed(receipt, look))) {
    if (!sealed) return included()
    return (await isGone()) ? moved : []
  }
  const second = await agreement(batch.chainId, whole)
  const awaited = async (): Promise<Event[]> => {
    const isNoted = !sealed && transaction.second !== undefined
    const noted: Event[] = isNoted ? [] : [{ type: 'awaited', hash }]
    return [...moved, ...(await included()), ...noted]
  }
  if (second === 'awaited') return awaited()
  const wasDisputed = transaction.second === 'differs'
  // A dispute stands while the second node is silent.
  if (second === 'differs' || (second === 'silent' && wasDisputed)) {
    const disputed: Event[] = wasDisputed ? [] : [{ type: 'disputed', hash }]
    return [...moved, ...(await included()), ...disputed]
  }
  const ran = await runCheck(batch, transaction, receipt)
  if (ran === undefined) return awaited()
  const [paid, why] = await Promise.all([
    paidFor(),
    // In the write that ends the batch, so that a notice of it can say why.
    explain(world, batch, transaction, receipt, whole),
  ])
  return [...moved, sealedEvent(hash, receipt, { ran, second, ...paid }), ...why]
}

const sealedEvent = (
  hash: Hash,
  receipt: Receipt,
  {
    ran,
    second,
    fee,
  }: { ran: boolean | null; second?: 'agrees' | 'silent' | undefined; fee?: Hex | undefined },
): Event => ({
  type: 'sealed',
  hash,
  receipt,
  ran,
  ...(second ? { second } : {}),
  ...(fee ? { fee } : {}),
})

/**
 * True if the block of a receipt is gone: one without the transaction stands in its place, or, where it was
 * pre-confirmed, the node shows such a block as the one to come. A node that shows no block of that height may
 * lag behind, or may know nothing of pre-confirmed ones.
 */
const hasGone = async (
  { blockNumber, transactionHash }: Receipt,
  sealed: boolean,
  look: ChainReader,
): Promise<boolean> => {
  const height = BigInt((await look.block('latest'))?.number ?? 0)
  const isToCome = height < BigInt(blockNumber)
  if (isToCome && (sealed || height + 1n < BigInt(blockNumber))) return false
  const block = await (isToCome ? look.pending() : look.block(blockNumber))
  if (!block) return false
  // A block to come that names no height is the one after the newest.
  const isInPlace = BigInt(block.number ?? height + 1n) === BigInt(blockNumber)
  return isInPlace && !block.transactions.includes(transactionHash)
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
  return delegateOf((await unlessRefused(code, unseen)) as Hex)
}

const isFinal = async (state: State, look: ChainReader, age: number): Promise<boolean> => {
  const included = state.transactions.filter(({ receipt }) => receipt)
  // Without any receipt, only a proven replacement is final.
  if (included.length === 0) return Object.keys(state.replaced).length > 0
  if (!included.every(({ sealed }) => sealed)) return false
  const highest = included.map(heightOf).reduce(max)
  return (await finalNumber(look, age)) >= highest
}
