import type { Event } from '../db/batchEvent'
import type { Hash } from 'viem'
import type { Batch } from '../db'
import { otherChain, servedGenesis } from '../network/genesis'
import { findNetwork } from '../network/networks'
import { rpcError } from '../rpc/errors'
import type { World } from './world'

/** The chain was started anew: nothing of what was signed for it counts. */
export const reset: Event[] = [{ type: 'stopped', reason: 'reset' }]

/**
 * Tells whether a batch's chain is the one it was approved for. `maxAge`: how old, in ms, the node's last answer
 * may be.
 */
export const createResetCheck = (world: World) => {
  const known = new Map<number, { genesis: Promise<Hash | null>; at: number }>()

  /**
   * Asks the node, unless that was done just now. Counted from the question, so that a slow answer is not
   * joined when it is already too old: `dedupe` would join it.
   */
  const genesis = (chainId: number, maxAge: number): Promise<Hash | null> => {
    const last = known.get(chainId)
    if (last && Math.abs(world.now() - last.at) < maxAge) return last.genesis
    const asked = servedGenesis(world.request, chainId)
    known.set(chainId, { genesis: asked, at: world.now() })
    asked.catch(() => known.delete(chainId))
    return asked
  }

  /**
   * True if a batch's chain was started anew under the same id, which only happens on this machine.
   * Elsewhere, a node that serves another chain than the batch was approved for is no node of it: 4901.
   */
  const wasReset = async (
    { chainId, genesis: approved }: Batch,
    maxAge: number,
  ): Promise<boolean> => {
    const network = findNetwork(chainId)
    if (!network) throw rpcError('unknownChain')
    const expected = approved ?? network.genesis
    const served = await genesis(chainId, maxAge)
    if (served === null || expected === undefined || served === expected) return false
    if (!network.isLocal) throw otherChain(chainId)
    return true
  }

  return { genesis, wasReset }
}
