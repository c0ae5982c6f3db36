import type { Event } from '../db/batchEvent'
import type { Hash } from 'viem'
import type { Batch } from '../db'
import { otherChain, servedGenesis } from '../network/genesis'
import { findNetwork } from '../network/networks'
import { rpcError } from '../rpc/errors'
import type { World } from './world'

/** Ends a batch whose chain was started anew: none of its signed transactions counts any more. */
export const reset: Event[] = [{ type: 'stopped', reason: 'reset' }]

const networkOf = ({ chainId }: Batch) => {
  const network = findNetwork(chainId)
  if (!network) throw rpcError('unknownChain')
  return network
}

/**
 * True if the genesis that a node serves shows that a local chain was started anew under the same chain ID. Throws 4901
 * if the node of any other network serves another genesis than the approved one, 5710 if the wallet no longer has the
 * network.
 */
export const isAnew = (batch: Batch, served: Hash | null): boolean => {
  const network = networkOf(batch)
  const expected = batch.genesis ?? network.genesis
  if (served === null || expected === undefined || served === expected) return false
  if (!network.isLocal) throw otherChain(batch.chainId)
  return true
}

/** Detects by the genesis hash that a chain was started anew. `maxAge`: oldest answer to reuse, in ms. */
export const createResetCheck = (world: World) => {
  const known = new Map<number, { genesis: Promise<Hash | null>; at: number }>()

  /**
   * Reads the genesis hash; reuses an answer younger than `maxAge` ms. Age counts from the question:
   * `dedupe` would join a slow answer that is already too old.
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
   * True if a local chain was started anew, by a genesis that was asked for at most `maxAge` ms ago. Throws what `isAnew`
   * throws, and 4901 if the node is silent.
   */
  const wasReset = async (batch: Batch, maxAge: number): Promise<boolean> => {
    networkOf(batch)
    return isAnew(batch, await genesis(batch.chainId, maxAge))
  }

  return { genesis, wasReset }
}
