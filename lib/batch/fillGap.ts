import { internalOrigin } from '../approvals/internalOrigin'
import type { Batch, Fees } from '../db'
import { highestFee } from '../network/feeOffer'
import { freeze } from './freeze'
import { addBatch, randomId } from './journal'
import type { ReplacementPrice } from './replacement'
import { areFree } from './takenBack'
import { lowerFloor } from './usedNonces'
import type { World } from './world'

/** Gas limit (hex) of an empty transaction: enough for any delegate's fallback. */
const gas = '0x186a0'

/** Returns the most that the gas of empty transactions at these nonces can cost, in wei. */
export const fillCost = (missing: readonly number[], fees: Fees): bigint =>
  BigInt(missing.length) * BigInt(gas) * highestFee(fees)

/**
 * Adds a batch for each of the nonces that others of the account wait for: an empty transaction at that very
 * nonce. Returns 'too late' if none is missing, 'used' if an RPC still has a block that used one. Throws if they
 * can cost more than the user agreed to. Runs in the lane.
 */
export const fillGap = async (
  world: World,
  batch: Batch,
  missing: readonly number[],
  { fees, ceiling }: ReplacementPrice,
): Promise<'done' | 'too late' | 'used'> => {
  if (missing.length === 0) return 'too late'
  if (fillCost(missing, fees) > BigInt(ceiling))
    throw new Error('filling the gap can cost more than was agreed to')
  if (!(await areFree(world, batch, missing))) return 'used'
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
          fees,
          nonce,
        },
        world.now(),
      ),
    )
  return 'done'
}
