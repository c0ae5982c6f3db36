import type { Batch } from '../db'
import { liveBatches, stateOf } from './journal'
import { winner, type State } from './machine'
import type { World } from './world'

/** The nonces that signed, unincluded transactions hold; an upgrade holds two. */
export const heldNonces = (state: State): number[] =>
  state.transactions
    .filter(({ index }) => !winner(state, index))
    .flatMap(({ nonce, upgrade }) => (upgrade ? [nonce, nonce + 1] : [nonce]))

/** The lowest nonce neither used at the pre-confirmed state nor held by a live batch of the account. */
export const nextNonce = async (world: World, batch: Batch): Promise<number> => {
  const used = await world.request(batch.chainId, 'eth_getTransactionCount', [
    batch.from,
    'pending',
  ])
  const held = new Set<number>()
  for (const live of await liveBatches())
    if (live.from === batch.from && live.chainId === batch.chainId)
      for (const nonce of heldNonces(await stateOf(live.key))) held.add(nonce)
  let nonce = Number(used)
  while (held.has(nonce)) nonce++
  return nonce
}
