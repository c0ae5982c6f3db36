import type { Hash } from 'viem'
import { rpcError } from '../rpc/errors'
import { knownFact, remember } from './facts'
import { findNetwork } from './networks'
import { request } from './node'

type Ask = (chainId: number, method: string, params: unknown[]) => Promise<unknown>

/** Builds error 4901 for a node that serves another chain than its network's. */
export const otherChain = (chainId: number) =>
  rpcError(
    'chainDisconnected',
    `the node of ${findNetwork(chainId)?.name ?? 'the network'} serves another chain`,
  )

/**
 * Reads the genesis hash from a network's node; null if the node no longer has block 0. Throws 4901 if the
 * node serves another chain ID.
 */
export const servedGenesis = async (ask: Ask, chainId: number): Promise<Hash | null> => {
  const [served, block] = await Promise.all([
    ask(chainId, 'eth_chainId', []),
    ask(chainId, 'eth_getBlockByNumber', ['0x0', false]) as Promise<{ hash: Hash } | null>,
  ])
  if (Number(served) !== chainId) throw otherChain(chainId)
  return block?.hash ?? null
}

/**
 * Reads the genesis hash of a network and compares it with the expected one. Throws 4901 for another chain.
 */
export const genesisOf = async (chainId: number): Promise<Hash | null> => {
  const served = await servedGenesis(request, chainId)
  const expected = findNetwork(chainId)?.genesis
  if (served !== null && expected && served !== expected) throw otherChain(chainId)
  return served
}

const key = (chainId: number) => `genesis:${chainId}`

/**
 * Lifetime of a confirmed genesis hash for quotes, in ms; before signing it is always read again. 0 on this
 * machine, where a chain may restart at any moment.
 */
const heldFor = (chainId: number): number => (findNetwork(chainId)?.isLocal ? 0 : 2_000)

/**
 * Makes sure that the node serves the network's chain, and stores its genesis hash; a result counts for
 * `heldFor` ms. Throws as `genesisOf`.
 */
export const confirmChain = async (chainId: number): Promise<void> => {
  if (await knownFact<Hash>(key(chainId), () => heldFor(chainId))) return
  const genesis = await genesisOf(chainId)
  if (genesis) await remember(key(chainId), genesis)
}

/** Returns the last stored genesis hash of a chain, of whatever age. */
export const knownGenesis = (chainId: number): Promise<Hash | undefined> =>
  knownFact<Hash>(key(chainId))
