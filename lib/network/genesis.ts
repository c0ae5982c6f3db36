import type { Hash } from 'viem'
import { rpcError } from '../rpc/errors'
import { knownFact, remember } from './facts'
import { findNetwork } from './networks'
import { request } from './node'

type Ask = (chainId: number, method: string, params: unknown[]) => Promise<unknown>

/** Error 4901 of a node that serves another chain than its network is. */
export const otherChain = (chainId: number) =>
  rpcError(
    'chainDisconnected',
    `the node of ${findNetwork(chainId)?.name ?? 'the network'} serves another chain`,
  )

/**
 * The genesis hash that a network's node gives now; null where it no longer has block 0. Throws 4901 if the
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

/** The genesis hash of a network's chain; throws 4901 also if it is not the one that the network is known by. */
export const genesisOf = async (chainId: number): Promise<Hash | null> => {
  const served = await servedGenesis(request, chainId)
  const expected = findNetwork(chainId)?.genesis
  if (served !== null && expected && served !== expected) throw otherChain(chainId)
  return served
}

const key = (chainId: number) => `genesis:${chainId}`

/**
 * For how long, in ms, a quote takes a chain to be the one it was: before anything is signed, it is asked anew.
 * One on this machine may be started anew at any moment.
 */
const heldFor = (chainId: number): number => (findNetwork(chainId)?.isLocal ? 0 : 2_000)

/** Sees to it that the chain is the one it should be, and its genesis hash known. Throws as `genesisOf`. */
export const confirmChain = async (chainId: number): Promise<void> => {
  if (await knownFact<Hash>(key(chainId), () => heldFor(chainId))) return
  const genesis = await genesisOf(chainId)
  if (genesis) await remember(key(chainId), genesis)
}

/** The genesis hash of a chain as it was last seen. */
export const knownGenesis = (chainId: number): Promise<Hash | undefined> =>
  knownFact<Hash>(key(chainId))
