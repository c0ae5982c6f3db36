import type { Batch } from '../db'
import { livePlaces } from './journal'
import { isSettled } from './machine'
import type { State } from './state'
import type { World } from './world'

/** The nonces that signed, unincluded transactions hold; an upgrade holds two. */
export const heldNonces = (state: State): number[] =>
  state.transactions
    .filter(({ index }) => !isSettled(state, index))
    .flatMap(({ index, nonce, upgrade }) =>
      // Where another transaction has its nonce, nothing will use the authorization's: the next one may.
      upgrade && !Object.hasOwn(state.overtaken, index) ? [nonce, nonce + 1] : [nonce],
    )

/** The first nonce after those that are known to be used; a node may lag behind what was seen already. */
const usedUpTo = ({ revokes }: Batch, state: State): number =>
  Math.max(
    0,
    ...state.transactions
      .filter(({ receipt }) => receipt)
      // An authorization that did not take used no nonce; nothing is in the way of one that revokes.
      .map(({ nonce, upgrade, delegate, ran }) =>
        upgrade && (delegate || ran || revokes) ? nonce + 2 : nonce + 1,
      ),
  )

/** The lowest nonce neither used at the pre-confirmed state nor held by a live batch of the account. */
export const nextNonce = async (world: World, { chainId, from }: Batch): Promise<number> => {
  const [used, lane] = await Promise.all([
    world.request(chainId, 'eth_getTransactionCount', [from, 'pending']),
    livePlaces({ chainId, from }),
  ])
  const held = new Set(lane.flatMap(({ state }) => heldNonces(state)))
  let nonce = Math.max(Number(used), ...lane.map((one) => usedUpTo(one.batch, one.state)))
  while (held.has(nonce)) nonce++
  return nonce
}
