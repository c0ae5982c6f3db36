import type { Batch } from '../db'
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

/**
 * Returns the lowest nonce that is neither used at `pending`, nor reserved by a live batch of the account, nor
 * was ever used in a sealed block. `takesOwn`: it may be one that the batch itself reserves; `places`: the live batches
 * of the account, if they are known.
 */
export const nextNonce = async (
  world: World,
  batch: Batch,
  takesOwn = false,
  places?: readonly Placed[],
): Promise<number> => {
  const { chainId, from } = batch
  const [used, lane, floor] = await Promise.all([
    world.request(chainId, 'eth_getTransactionCount', [from, 'pending']),
    places ?? livePlaces({ chainId, from }),
    nonceFloor(batch),
  ])
  const filled = lane.map((one) => one.batch.nonce)
  const holding = lane.filter((one) => !takesOwn || one.batch.key !== batch.key)
  const held = new Set([...filled, ...holding.flatMap(({ state }) => heldNonces(state))])
  let nonce = Math.max(Number(used), floor, ...lane.map((one) => usedUpTo(one.state)))
  while (held.has(nonce)) nonce++
  return nonce
}

/**
 * Returns the nonce to sign a batch's next transaction at, and the account's count in the newest block; no
 * count where the node fails to tell it. `places`: the live batches of the account, if they are known.
 */
export const nonceToSign = async (
  world: World,
  batch: Batch,
  places?: readonly Placed[],
): Promise<{ nonce: number; count: number | undefined }> => {
  const { chainId, from } = batch
  const [nonce, count] = await Promise.all([
    batch.nonce ?? nextNonce(world, batch, false, places),
    world
      .request(chainId, 'eth_getTransactionCount', [from, 'latest'])
      .then(Number, () => undefined),
  ])
  return { nonce, count }
}
