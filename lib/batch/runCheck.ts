import type { Batch } from '../db'
import type { Receipt } from '../db/batchEvent'
import { withoutHope } from './pastState'
import { hasRun } from './ran'
import type { Transaction } from './state'
import type { World } from './world'

/** Time in ms for which nodes that stumble are asked again; the watch keeps the worker alive for longer. */
const patience = 5 * 60_000

/**
 * Decides if a sealed transaction ran its calls: true, false, null if no node can tell, undefined while one
 * may. After five minutes of stumbling, a node counts as one that cannot; the time restarts with the worker.
 */
export const createRunCheck = (world: World) => {
  const since = new Map<string, number>()

  return async (
    batch: Batch,
    transaction: Transaction,
    receipt: Receipt,
  ): Promise<boolean | null | undefined> => {
    const key = transaction.hash + receipt.blockHash
    try {
      const ran = await hasRun(world, batch, transaction, receipt)
      since.delete(key)
      return ran
    } catch {
      const began = since.get(key) ?? world.now()
      since.set(key, began)
      if (Math.abs(world.now() - began) < patience) return undefined
      return hasRun(withoutHope(world), batch, transaction, receipt)
    }
  }
}

/** Decides if a sealed transaction ran. */
export type RunCheck = ReturnType<typeof createRunCheck>
