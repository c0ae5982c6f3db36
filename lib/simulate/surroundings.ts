import type { Address, Hash, Hex } from 'viem'
import { knownBlockTime } from '../network/history'
import { request } from '../network/node'
import { placesInstead, placesOf, type BlockContext } from './place'
import type { Surroundings } from './pricing'
import type { Quote } from './quote'

type Block = {
  number?: Hex | null
  hash?: Hash | null
  timestamp?: Hex
  gasLimit?: Hex
  mixHash?: Hash
  transactions?: readonly unknown[]
} | null

const blockAt = (chainId: number, tag: string) =>
  request(chainId, 'eth_getBlockByNumber', [tag, false]) as Promise<Block>

/** Reads where a transaction of anybody would land: in the block that would come. Undefined if the node tells no time. */
export const readNextPlace = async (chainId: number): Promise<BlockContext | undefined> => {
  const [pending, latest, blockTime] = await Promise.all([
    blockAt(chainId, 'pending'),
    blockAt(chainId, 'latest').catch(() => null),
    knownBlockTime(chainId),
  ])
  return placesOf(pending, latest, false, blockTime)?.next
}

/**
 * Reads the pending and the latest block and the account's balance at both: what a simulation must look like to be
 * the real run. `replaced`: transactions that shall not have run; a pending block that holds one is left out.
 */
export const readSurroundings = async (
  chainId: number,
  from: Address,
  replaced: readonly Hash[] = [],
): Promise<{ block: Quote['block']; balance: Hex; surroundings: Surroundings }> => {
  const balanceAt = (tag: string) => request(chainId, 'eth_getBalance', [from, tag]) as Promise<Hex>
  const [pending, latest, balance, settled, blockTime] = await Promise.all([
    blockAt(chainId, 'pending'),
    blockAt(chainId, 'latest').catch(() => null),
    balanceAt('pending'),
    balanceAt('latest').catch(() => null),
    knownBlockTime(chainId),
  ])
  const { number, hash = null, gasLimit, mixHash } = pending ?? {}
  const isHeld = replaced.some((hash) => pending?.transactions?.includes(hash))
  const places = isHeld
    ? placesInstead(pending, latest, blockTime)
    : placesOf(pending, latest, settled === balance, blockTime)
  return {
    block: { number: number ?? '0x0', hash },
    balance,
    surroundings: {
      ...(gasLimit ? { gasLimit } : {}),
      ...(mixHash ? { prevRandao: mixHash } : {}),
      ...(places ? { places } : {}),
      balance: BigInt(isHeld ? (settled ?? balance) : balance),
    },
  }
}
