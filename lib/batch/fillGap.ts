import { internalOrigin } from '../approvals/internalOrigin'
import type { Batch, Fees } from '../db'
import { freeze } from './freeze'
import { addBatch, randomId } from './journal'
import { areFree, missingNonces } from './nonceGap'
import type { State } from './state'
import { lowerFloor } from './usedNonces'
import type { World } from './world'

/** Gas limit (hex) of an empty transaction: enough for any delegate's fallback. */
const gas = '0x186a0'

/**
 * Adds a batch for each nonce that others of the account wait for: an empty transaction at that very nonce.
 * Returns 'too late' if none is missing, 'used' if an RPC still has a block that used one. Runs in the lane.
 */
export const fillGap = async (
  world: World,
  batch: Batch,
  state: State,
  fees: () => Promise<Fees>,
): Promise<'done' | 'too late' | 'used'> => {
  const missing = await missingNonces(world, batch, state)
  if (missing.length === 0) return 'too late'
  if (!(await areFree(world, batch, missing))) return 'used'
  const price = await fees()
  await lowerFloor(batch, Math.min(...missing))
  const { from, chainId, genesis } = batch
  for (const nonce of missing)
    await addBatch(
      freeze(
        {
          key: crypto.randomUUID(),
          origin: internalOrigin,
          id: randomId(),
          method: 'eth_sendTransaction',
          from,
          chainId,
          genesis,
          calls: [{ to: from, value: '0x0', data: '0x' }],
          mode: 'one',
          upgrade: false,
          delegate: null,
          gas: [gas],
          fees: price,
          nonce,
        },
        world.now(),
      ),
    )
  return 'done'
}
