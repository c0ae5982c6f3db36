import type { Batch } from '../db'
import { livePlaces } from './journal'
import { settledCalls } from './machine'
import type { State } from './state'
import { floorOf } from './usedNonces'
import type { World } from './world'

/** Returns the nonces that signed, unmined transactions reserve; an upgrade reserves two. */
export const heldNonces = (state: State): number[] => {
  const settled = settledCalls(state)
  return state.transactions
    .filter(({ index }) => !settled.has(index))
    .flatMap(({ index, nonce, upgrade }) =>
      // Once another transaction used `nonce`, nothing will use the authorization's `nonce + 1`.
      upgrade && !Object.hasOwn(state.overtaken, index) ? [nonce, nonce + 1] : [nonce],
    )
}

/** Returns the first nonce above those that receipts prove used; the node's own count may lag behind. */
const usedUpTo = ({ revokes }: Batch, state: State): number =>
  Math.max(
    0,
    ...state.transactions
      .filter(({ receipt }) => receipt)
      // A skipped authorization uses no nonce (EIP-7702, "Behavior"); a revoking one is never skipped.
      .map(({ nonce, upgrade, delegate, ran }) =>
        upgrade && (delegate || ran || revokes) ? nonce + 2 : nonce + 1,
      ),
  )

/**
 * Returns the lowest nonce that is neither used at `pending`, nor reserved by a live batch of the account, nor
 * was ever used in a sealed block.
 */
export const nextNonce = async (world: World, batch: Batch): Promise<number> => {
  const { chainId, from } = batch
  const [used, lane, floor] = await Promise.all([
    world.request(chainId, 'eth_getTransactionCount', [from, 'pending']),
    livePlaces({ chainId, from }),
    floorOf(batch),
  ])
  const filled = lane.map((one) => one.batch.nonce)
  const held = new Set([...filled, ...lane.flatMap(({ state }) => heldNonces(state))])
  let nonce = Math.max(Number(used), floor, ...lane.map((one) => usedUpTo(one.batch, one.state)))
  while (held.has(nonce)) nonce++
  return nonce
}

/**
 * Returns the nonce to sign a batch's next transaction at, and the account's count in the newest block; no
 * count where the node fails to tell it.
 */
export const nonceToSign = async (
  world: World,
  batch: Batch,
): Promise<{ nonce: number; count: number | undefined }> => {
  const { chainId, from } = batch
  const [nonce, count] = await Promise.all([
    batch.nonce ?? nextNonce(world, batch),
    world
      .request(chainId, 'eth_getTransactionCount', [from, 'latest'])
      .then(Number, () => undefined),
  ])
  return { nonce, count }
}
