import type { Hash } from 'viem'
import { rpcError } from '../rpc/errors'
import { knownFact, remember } from './facts'
import { findNetwork } from './networks'
import { request } from './node'

/**
 * The genesis hash of the chain that a network's node serves now; null where it no longer has block 0.
 * Throws 4901 if the node serves another chain than the network is.
 */
export const genesisOf = async (chainId: number): Promise<Hash | null> => {
  const network = findNetwork(chainId)
  const [block, served] = await Promise.all([
    request(chainId, 'eth_getBlockByNumber', ['0x0', false]) as Promise<{ hash: Hash } | null>,
    request(chainId, 'eth_chainId', []),
  ])
  const isOther =
    Number(served) !== chainId || (block && network?.genesis && block.hash !== network.genesis)
  if (isOther)
    throw rpcError(
      'chainDisconnected',
      `the node of ${network?.name ?? 'the network'} serves another chain`,
    )
  return block?.hash ?? null
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
