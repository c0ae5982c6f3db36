import type { Batch } from '../db'
import { liveBatches, stateOf } from './journal'
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
const usedUpTo = (state: State): number =>
  Math.max(
    0,
    ...state.transactions
      .filter(({ receipt }) => receipt)
      // An authorization that did not take used no nonce.
      .map(({ nonce, upgrade, delegate, ran }) =>
        upgrade && (delegate || ran) ? nonce + 2 : nonce + 1,
      ),
  )

/** The lowest nonce neither used at the pre-confirmed state nor held by a live batch of the account. */
export const nextNonce = async (world: World, batch: Batch): Promise<number> => {
  const used = await world.request(batch.chainId, 'eth_getTransactionCount', [
    batch.from,
    'pending',
  ])
  const states = await Promise.all(
    (await liveBatches())
      .filter(({ from, chainId }) => from === batch.from && chainId === batch.chainId)
      .map(({ key }) => stateOf(key)),
  )
  const held = new Set(states.flatMap(heldNonces))
  let nonce = Math.max(Number(used), ...states.map(usedUpTo))
  while (held.has(nonce)) nonce++
  return nonce
}
