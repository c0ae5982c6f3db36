import type { Event } from '../db/batchEvent'
import type { Hash } from 'viem'
import type { Batch } from '../db'
import { findNetwork } from '../network/networks'
import { rpcError } from '../rpc/errors'
import type { World } from './world'

/** The chain was started anew: nothing of what was signed for it counts. */
export const reset: Event[] = [{ type: 'stopped', reason: 'reset' }]

/** What a network's node says of its chain: block 0, or null where it has forgotten it. */
const genesisOf = async (world: World, chainId: number): Promise<Hash | null> => {
  const [served, block] = await Promise.all([
    world.request(chainId, 'eth_chainId', []),
    world.request(chainId, 'eth_getBlockByNumber', ['0x0', false]) as Promise<{
      hash: Hash
    } | null>,
  ])
  if (Number(served) !== chainId) throw otherChain(chainId)
  return block?.hash ?? null
}

const otherChain = (chainId: number) =>
  rpcError(
    'chainDisconnected',
    `the node of ${findNetwork(chainId)?.name ?? 'the network'} serves another chain`,
  )

/**
 * What tells whether a batch's chain is the one it was approved for. `maxAge`: how old, in ms, what is known of
 * the node may be.
 */
export const createResetCheck = (world: World) => {
  const known = new Map<number, { genesis: Promise<Hash | null>; at: number }>()

  /** Asks the node, unless that was done just now. */
  const genesis = (chainId: number, maxAge: number): Promise<Hash | null> => {
    const last = known.get(chainId)
    if (last && Math.abs(world.now() - last.at) < maxAge) return last.genesis
    const asked = genesisOf(world, chainId)
    known.set(chainId, { genesis: asked, at: world.now() })
    asked.catch(() => known.delete(chainId))
    return asked
  }

  /**
   * Whether a batch's chain was started anew under the same id, which only happens on this machine.
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
