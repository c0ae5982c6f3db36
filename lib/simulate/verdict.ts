import type { Verdict } from '../db/outcome'
import type { Batch } from '../db'
import { deadlineAt, lockedCalls } from '../batch/transaction'
import { knownGasCap } from '../network/gasCap'
import { sceneOf } from './unminedBatches'
import { outcomesNow, sentOf } from './runWithReads'
import { verdictOf } from './settle'

/**
 * Simulates the calls of an approved batch from `index` on, at the pre-confirmed state, with the gas limits
 * and fees that were approved. Returns `unknown` if the node cannot simulate them.
 */
export const simulateBatch = async (batch: Batch, index: number): Promise<Verdict> => {
  const { chainId, from, fees } = batch
  const cap = await knownGasCap(chainId)
  const pricing = { fees, block: {} }
  const scene = { ...sceneOf({ ...batch, ahead: [] }, cap), pricing }
  const calls = lockedCalls(batch, deadlineAt(Date.now()))
  const sent = sentOf({ ...batch, calls }, from, cap, batch.gas)
  try {
    return verdictOf(await outcomesNow(scene, batch.mode === 'sequence' ? sent.slice(index) : sent))
  } catch {
    return 'unknown'
  }
}
