import { numberToHex, type Hash, type Hex } from 'viem'
import type { Batch } from '../db'
import type { Event, Receipt } from '../db/batchEvent'
import { ageOf } from './age'
import { finalNumber, type ChainReader } from './chainReader'
import { askOf, nonceAt, operationNonce } from './findOperation'
import { livePlaces } from './journal'
import { burnsOf, comingBurns, isSettled, openOperations } from './machine'
import { freedEvents, overtakenEvents } from './overtaken'
import { readPast } from './pastState'
import type { State, Transaction } from './state'
import type { World } from './world'

/** Number of final blocks after which it is noted anew up to which one an operation's nonce is unused. */
const often = 10_000n

/** Time in ms since a batch's last event after which a node that has no cancellation is taken to have dropped it. */
const quiet = 60_000

/** The batch to look at, and the chain; `end` is the number of the highest final block. */
type ProofScope = { world: World; batch: Batch; state: State; look: ChainReader; end: bigint }

const nonceOf = ({ operation }: Transaction): bigint => BigInt(operation?.signed.nonce ?? 0)

/** Returns the account's nonce in the EntryPoint after a block; undefined if no node has its state any more. */
const nonceAfter = ({ world, batch }: ProofScope, block: bigint): Promise<bigint | undefined> =>
  nonceAt(
    <T>(...asked: [string, unknown[]]) =>
      readPast<unknown>(world, [batch.chainId, ...asked], null) as Promise<T>,
    batch.from,
    block,
  )

/**
 * Returns the events for operations that no block shows. Where their nonce in the EntryPoint is used: `replaced` once a
 * final block proves by what, until then `burnt` for what has cancelled them, and `overtaken`, which is no proof. Where
 * it is not: `lapsed`. In both cases `spent` for what can no longer cancel anything.
 */
export const operationEvents = async (
  world: World,
  batch: Batch,
  state: State,
  look: ChainReader,
): Promise<Event[]> => {
  const end = await finalNumber(look, await ageOf(batch, world.now()))
  const newest = (await look.block('latest'))?.number ?? '0x0'
  // A replica that lags behind has no block of that number, where it would tell of an older one as the latest. What is
  // unused there was unused in the final block, too.
  const isBehind = BigInt(newest) < end
  const next = await operationNonce(askOf(world, batch), batch.from, newest)
  const from: ProofScope = { world, batch, state, look, end }
  const found = openOperations(state).map(async (one): Promise<Event[]> => {
    if (next > nonceOf(one)) return usedEvents(from, one)
    return isBehind ? [] : [...freedEvents(state, one.index), ...(await lapsedEvents(from, one))]
  })
  return (await Promise.all([...found, spentEvents(from)])).flat()
}

const usedEvents = async (from: ProofScope, one: Transaction): Promise<Event[]> => {
  const { batch, state, look, end } = from
  const { index, hash } = one
  // A node that fails to tell keeps nobody waiting: the nonce is used.
  const burnt = await burntEvents(from, one).catch(() => [])
  if (burnt.some(({ type }) => type === 'replaced')) return burnt
  const used = await look.usedBy(batch.from, one).catch(() => undefined)
  const isOwn = used?.topics?.[1] === hash
  // Its own receipt is seen with the next look.
  if (isOwn && (await look.receipt(used.transactionHash).catch(() => null))) return burnt
  if (used && !isOwn && BigInt(used.blockNumber) <= end)
    return [{ type: 'replaced', index, by: used.transactionHash }]
  const isToCome = burnt.length > 0 || state.burnt?.[index] !== undefined || used !== undefined
  // A later block may yet prove it where the nonce is unused in the final one.
  const isUnused = async () => {
    const then = await nonceAfter(from, end)
    return then !== undefined && then <= nonceOf(one)
  }
  const hasHistory = isToCome || end === 0n || (await isUnused().catch(() => true))
  return [...burnt, ...overtakenEvents(state, index, hasHistory)]
}

/** Returns the receipts of what has cancelled an operation of the account: it counts for each one at that nonce. */
const burnsIn = async ({ batch: { chainId, from } }: ProofScope): Promise<Receipt[]> =>
  (await livePlaces({ chainId, from }))
    .flatMap(({ state }) => burnsOf(state))
    .flatMap(({ receipt }) => (receipt?.status === '0x1' ? [receipt] : []))

/**
 * Returns `burnt` for a sealed block in which cancellations of the wallet's own, and nothing else, used an operation's
 * nonce, and `replaced` once that block is final. None while nobody can tell.
 */
const burntEvents = async (from: ProofScope, one: Transaction): Promise<Event[]> => {
  const { state, look, end } = from
  const { index } = one
  const hasBlock = async (block: Hex, hash: Hash) => (await look.block(block))?.hash === hash
  const known = state.burnt?.[index]
  if (known && (await hasBlock(known.block, known.blockHash)))
    return BigInt(known.block) <= end ? [{ type: 'replaced', index, by: known.by }] : []
  const newest = BigInt((await look.block('latest'))?.number ?? 0)
  const burns = await burnsIn(from)
  for (const { transactionHash: by, blockNumber: block, blockHash } of burns) {
    const number = BigInt(block)
    if (number === 0n || number > newest || !(await hasBlock(block, blockHash))) continue
    const [before, after] = await Promise.all([
      nonceAfter(from, number - 1n),
      nonceAfter(from, number),
    ])
    if (before === undefined || after === undefined) continue
    const inIt = burns.filter((burn) => burn.blockHash === blockHash).length
    const isIn = before <= nonceOf(one) && nonceOf(one) < after
    // An operation that ran in the block would have used one more.
    if (!isIn || after - before !== BigInt(inIt)) continue
    return number <= end
      ? [{ type: 'replaced', index, by }]
      : [{ type: 'burnt', index, by, block, blockHash }]
  }
  return []
}

/** Returns `lapsed` if a final block's time is past an operation's deadline and its nonce is unused there. */
const lapsedEvents = async (from: ProofScope, one: Transaction): Promise<Event[]> => {
  const { look, end } = from
  const { hash, deadline, operation, isLapsed } = one
  if (end === 0n || !operation || deadline === undefined) return []
  if (isLapsed && end - BigInt(operation.since) < often) return []
  const block = await look.block(numberToHex(end))
  return block && Number(block.timestamp) > deadline
    ? [{ type: 'lapsed', hash, block: Number(end) }]
    : []
}

/**
 * Returns `spent` if it is news that what cancels an operation can, or cannot, be in a block, and `dropped` for what
 * comes too late for one that a final block has, and that no node has any more.
 */
const spentEvents = async (from: ProofScope): Promise<Event[]> => {
  const { world, batch, state } = from
  const burns = burnsOf(state).filter(({ receipt }) => !receipt)
  if (burns.length === 0) return []
  const params = [batch.from, 'latest']
  const count = Number(await askOf(world, batch)<Hex>('eth_getTransactionCount', params))
  const spent = burns.flatMap(({ hash, nonce, isSpent = false }): Event[] =>
    count > nonce === isSpent ? [] : [{ type: 'spent', hash, isSpent: !isSpent }],
  )
  return spent.length > 0 ? spent : droppedEvents(from)
}

const droppedEvents = async ({ world, batch, state, end }: ProofScope): Promise<Event[]> => {
  const isLate = ({ index }: Transaction) =>
    isSettled(state, index) &&
    state.transactions.every(({ receipt }) => BigInt(receipt?.blockNumber ?? 0) <= end)
  const late = comingBurns(state).filter(isLate)
  if (late.length === 0 || (await ageOf(batch, world.now())) < quiet) return []
  const found = await Promise.all(
    late.map(({ hash }) => askOf(world, batch)('eth_getTransactionByHash', [hash])),
  )
  return late.flatMap(({ hash }, at): Event[] =>
    found[at] === null ? [{ type: 'dropped', hash }] : [],
  )
}

/** True if another batch of the account has an open operation that `fits`. */
const hasOther = async (
  { key, chainId, from }: Batch,
  fits: (other: Transaction) => boolean,
): Promise<boolean> =>
  (await livePlaces({ chainId, from })).some(
    ({ batch, state }) => batch.key !== key && openOperations(state).some(fits),
  )

/** Returns the nonces in the EntryPoint of a batch's operations. */
const noncesOf = ({ transactions }: State): bigint[] =>
  transactions.filter(({ operation }) => operation).map(nonceOf)

/**
 * True if another batch of the account has an operation that may still run, and that a cancellation of this batch would
 * end: at the nonce of its own operation, or at a later one, if that nonce is used by then.
 */
export const isShared = async (batch: Batch, state: State): Promise<boolean> => {
  const own = noncesOf(state)
  return hasOther(batch, (other) => !other.isLapsed && own.some((nonce) => nonce <= nonceOf(other)))
}

/**
 * True if a cancellation of this batch that a block has may yet prove what became of another batch's operation: at the
 * nonce of its own operation, or at the next one, if its own ran before it.
 */
export const isWitness = async (batch: Batch, state: State): Promise<boolean> => {
  if (!burnsOf(state).some(({ receipt }) => receipt)) return false
  const ends = new Set(noncesOf(state).flatMap((nonce) => [nonce, nonce + 1n]))
  return hasOther(batch, (other) => ends.has(nonceOf(other)))
}
