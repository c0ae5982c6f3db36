import type { Batch } from '../db'
import type { Event } from '../db/batchEvent'
import { ageOf } from './age'
import { livePlaces, stateOf, type Placed } from './journal'
import { openTransactions } from './machine'
import type { State } from './state'
import { nonceFloor } from './usedNonces'
import type { World } from './world'

/** Time in ms without any event after which unused lower nonces count as a gap. */
const patience = 60_000

/** Most missing nonces that are named at once, the lowest first. */
const most = 16

/** Returns the calls that a cancellation was signed for. */
const cancelled = ({ transactions }: State): ReadonlySet<number> =>
  new Set(transactions.flatMap(({ kind, index }) => (kind === 'cancel' ? [index] : [])))

/** Returns all nonces that transactions of a lane use or will use, mined or not. */
const ownNonces = (lane: readonly Placed[]): Set<number> =>
  new Set(
    lane.flatMap(({ batch, state }) => [
      ...(batch.nonce === undefined ? [] : [batch.nonce]),
      ...state.transactions.flatMap(({ nonce, upgrade, sealed, ran, operation, index }) => {
        // A bundler sends an operation: only its authorization uses a nonce of the account. Nobody sends one that is
        // cancelled, and what cancels it may wait for that nonce.
        if (operation) return upgrade && !cancelled(state).has(index) ? [nonce] : []
        // A sealed upgrade whose authorization was skipped leaves the next nonce free (EIP-7702).
        return upgrade && !(sealed && ran !== true) ? [nonce, nonce + 1] : [nonce]
      }),
    ]),
  )

/** Returns the nonces of a batch's open transactions; an operation waits for no transaction of the account. */
const noncesOf = (state: State): number[] =>
  openTransactions(state).flatMap(({ nonce, operation }) => (operation ? [] : [nonce]))

/** Returns the nonces from an account's `count` below `nonce` that none of its live batches has. */
const missingBelow = (nonce: number, count: number, lane: readonly Placed[]): number[] => {
  const own = ownNonces(lane)
  const missing: number[] = []
  for (let at = count; at < nonce && missing.length < most; at++) if (!own.has(at)) missing.push(at)
  return missing
}

/** Returns a transaction count; undefined if a node gave none: null is not 0. */
export const countIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? Number(value) : undefined

/** Returns the account's count in the newest block of each RPC. */
const newestCounts = async (
  { request, every }: World,
  { chainId, from }: Batch,
): Promise<(number | undefined)[]> => {
  const asked: Parameters<World['request']> = [chainId, 'eth_getTransactionCount', [from, 'latest']]
  if (!every) return [countIn(await request(...asked))]
  const answers = await every(...asked)
  return answers.map((answer) => ('value' in answer ? countIn(answer.value) : undefined))
}

/** Returns the highest transaction count of the account that an RPC of the network tells. */
const highestCount = async (world: World, batch: Batch): Promise<number> => {
  const counts = (await newestCounts(world, batch)).filter((count) => count !== undefined)
  return counts.length > 0 ? Math.max(...counts) : Infinity
}

/** Nonces that a batch was last told to wait for. */
type Known = { known?: State['behind'] | undefined }

const sameNonces = (a: readonly number[], b: readonly number[] = []): boolean =>
  a.length === b.length && a.every((nonce, index) => nonce === b[index])

/**
 * Returns an event if it is news what waits below a nonce that is about to be signed: transactions of another wallet.
 * `count`: the account's in the newest block; none if the node did not tell it. `known`: what was told before.
 */
export const waitingBelow = async (
  batch: Batch,
  { nonce, count = Infinity, known }: { nonce: number; count?: number | undefined } & Known,
): Promise<Event[]> => {
  if (nonce <= count && !(known && count < Infinity)) return []
  const { chainId, from } = batch
  const [lane, floor] = await Promise.all([livePlaces({ chainId, from }), nonceFloor(batch)])
  const missing = missingBelow(nonce, Math.max(count, floor), lane)
  if (sameNonces(missing, known?.missing)) return []
  return [{ type: 'behind', missing, isWaiting: missing.length > 0, isGap: false }]
}

/**
 * Returns an event if an upgrade waits for other nonces than was last said: those from the count of mined transactions
 * below that of all, which another wallet sent. At most one a minute: nodes behind one address may differ each time.
 */
export const waitingNews = async (
  world: World,
  batch: Batch,
  { mined, used }: { mined: number; used: number },
): Promise<Event[]> => {
  const { behind } = await stateOf(batch.key)
  if (behind && (await ageOf(batch, world.now())) < patience) return []
  return waitingBelow(batch, { nonce: used, count: mined, known: behind })
}

/**
 * Returns the lowest nonces that a batch's transactions wait for and that no live batch has, by the highest
 * count that an RPC tells; none if the batch waits for no nonce.
 */
export const missingNonces = async (
  world: World,
  batch: Batch,
  state: State,
): Promise<number[]> => {
  const nonces = noncesOf(state)
  if (nonces.length === 0) return []
  const { chainId, from } = batch
  const [count, lane] = await Promise.all([
    highestCount(world, batch),
    livePlaces({ chainId, from }),
  ])
  return missingBelow(Math.min(...nonces), count, lane)
}

/**
 * Returns an event if the nonces have changed that an account's transactions wait for, or have stayed unused
 * for a minute. Before that, a node that lags behind what was sealed says nothing. A gap that is named stays one
 * until it is filled.
 */
export const gapEvents = async (world: World, batch: Batch, state: State): Promise<Event[]> => {
  const { chainId, from } = batch
  const nonces = noncesOf(state)
  if (nonces.length === 0) return []
  const ask = async (tag: string) =>
    Number(await world.request(chainId, 'eth_getTransactionCount', [from, tag]))
  const [count, lane, floor, age] = await Promise.all([
    ask('latest'),
    livePlaces({ chainId, from }),
    nonceFloor(batch),
    ageOf(batch, world.now()),
  ])
  const known = state.behind
  // The user's own cancel or fill is an event, too; it does not hide a gap that was named before.
  const isGap = age >= patience || (known?.isGap ?? false)
  // A node that lags tells of nonces that another one has shown as used: as news each time, they would never be a gap.
  const shown = Math.max(count, floor, known?.missing[0] ?? 0)
  const seen = missingBelow(Math.min(...nonces), isGap ? count : shown, lane)
  // One node may lag: before a gap is named, every one is asked.
  const missing = isGap && seen.length > 0 ? await missingNonces(world, batch, state) : seen
  if (missing.length === 0)
    return known ? [{ type: 'behind', missing, isWaiting: false, isGap: false }] : []
  if (sameNonces(missing, known?.missing) && (known?.isGap || !isGap)) return []
  const isWaiting = (await ask('pending')) > (missing.at(-1) ?? 0)
  return [{ type: 'behind', missing, isWaiting, isGap }]
}
