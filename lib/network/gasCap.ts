import type { Hex } from 'viem'
import { isSilence } from '../rpc/errors'
import { fact, knownFact } from './facts'
import { findNetwork } from './networks'
import { request } from './node'

/** A block's limit drifts. */
const hour = () => 60 * 60_000

const key = (chainId: number) => `blockGas:${chainId}`

/** JSON-RPC has no number without end. */
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

/** The most gas one transaction can have: the chain's cap (EIP-7825), or all that a block holds. */
export const gasCapOf = async (chainId: number): Promise<number> =>
  capWith(chainId, await fact(key(chainId), hour, () => readBlockGas(chainId)))

/** The same as far as it is known without asking the node. */
export const knownGasCap = async (chainId: number): Promise<number> =>
  capWith(chainId, (await knownFact<number>(key(chainId), hour)) ?? unlimited)
