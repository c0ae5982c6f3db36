import { journal, type Batch } from '../db'
import { firstFree } from '../db/floors'
import { livePlaces, type Placed } from './journal'
import { comingBurns, isLapsed, settledCalls } from './machine'
import type { State } from './state'
import { nonceFloor } from './usedNonces'
import type { World } from './world'

/**
 * Returns the nonces that signed, unmined transactions reserve; an upgrade reserves two, and a user operation that can
 * run no more none.
 */
export const heldNonces = (state: State): number[] => {
  if (isLapsed(state)) return []
  const settled = settledCalls(state)
  const burns = comingBurns(state).map(({ nonce }) => nonce)
  const open = state.transactions
    .filter(({ index }) => !settled.has(index))
    .flatMap(({ index, nonce, upgrade, operation }) => {
      // A bundler sends an operation: only its authorization uses a nonce of the account.
      if (operation) return upgrade ? [nonce] : []
      // Once another transaction used `nonce`, nothing will use the authorization's `nonce + 1`.
      return upgrade && !Object.hasOwn(state.overtaken, index) ? [nonce, nonce + 1] : [nonce]
    })
  return [...new Set([...open, ...burns])]
}

/** Returns the first nonce above those that receipts prove used; the node's own count may lag behind. */
const usedUpTo = ({ transactions }: State): number =>
  Math.max(0, ...transactions.filter(({ receipt }) => receipt).map(firstFree))

/** An account's live batches on a chain, and the nonce below which sealed blocks have shown all as used. */
export type AccountRows = { places: readonly Placed[]; floor: number }

/** Reads these rows as they are at one moment: what is no longer live has raised the floor. */
export const accountRows = (
  lane: Pick<Batch, 'chainId' | 'from' | 'genesis'>,
): Promise<AccountRows> =>
  journal.transaction('r', journal.batches, journal.events, journal.floors, async () => {
    const [places, floor] = await Promise.all([livePlaces(lane), nonceFloor(lane)])
    return { places, floor }
  })

/**
 * Returns the lowest nonce that is neither used at `pending`, nor reserved by a live batch of the account, nor
 * was ever used in a sealed block. `takesOwn`: it may be one that the batch itself reserves; `known`: the rows of the
 * account, where they were read before.
 */
export const nextNonce = async (
  world: World,
  batch: Batch,
  takesOwn = false,
  known?: AccountRows,
): Promise<number> => {
  const { chainId, from } = batch
  const [used, { places, floor }] = await Promise.all([
    world.request(chainId, 'eth_getTransactionCount', [from, 'pending']),
    known ?? accountRows(batch),
  ])
  const filled = places.map((one) => one.batch.nonce)
  const holding = places.filter((one) => !takesOwn || one.batch.key !== batch.key)
  const held = new Set([...filled, ...holding.flatMap(({ state }) => heldNonces(state))])
  let nonce = Math.max(Number(used), floor, ...places.map((one) => usedUpTo(one.state)))
  while (held.has(nonce)) nonce++
  return nonce
}

/**
 * Returns the nonce to sign a batch's next transaction at, and the account's count in the newest block; no
 * count where the node fails to tell it. `known`: the rows of the account, where they were read before.
 */
export const nonceToSign = async (
  world: World,
  batch: Batch,
  known?: AccountRows,
): Promise<{ nonce: number; count: number | undefined }> => {
  const { chainId, from } = batch
  const [nonce, count] = await Promise.all([
    batch.nonce ?? nextNonce(world, batch, false, known),
    world
      .request(chainId, 'eth_getTransactionCount', [from, 'latest'])
      .then(Number, () => undefined),
  ])
  return { nonce, count }
}
