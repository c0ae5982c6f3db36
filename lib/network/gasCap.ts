import type { Hex } from 'viem'
import { isSilence } from '../rpc/errors'
import { fact, knownFact } from './facts'
import { findNetwork } from './networks'
import { request } from './node'

/** Block producers can move a block's gas limit, so it is read again after an hour (ms). */
const hour = () => 60 * 60_000

const key = (chainId: number) => `blockGas:${chainId}`

/** Stands for "no limit": JSON has no Infinity. */
const unlimited = Number.MAX_SAFE_INTEGER

const readBlockGas = async (chainId: number): Promise<number> => {
  try {
    const block = await request(chainId, 'eth_getBlockByNumber', ['latest', false])
    return Number((block as { gasLimit?: Hex } | null)?.gasLimit ?? unlimited)
  } catch (error) {
    if (isSilence(error)) throw error
    return unlimited
  }
}

const capWith = (chainId: number, blockGas: number): number =>
  Math.min(findNetwork(chainId)?.gasCap ?? unlimited, blockGas)

/**
 * Returns the largest gas limit of one transaction: the chain's cap (EIP-7825) or the block's gas limit,
 * whichever is lower. Throws if the node does not answer.
 */
export const gasCapOf = async (chainId: number): Promise<number> =>
  capWith(chainId, await fact(key(chainId), hour, () => readBlockGas(chainId)))

/** Returns the largest gas limit of one transaction that is known without a request to the node. */
export const knownGasCap = async (chainId: number): Promise<number> =>
  capWith(chainId, (await knownFact<number>(key(chainId), hour)) ?? unlimited)
