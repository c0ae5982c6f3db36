import type { Hash, Hex } from 'viem'
import { rpcRequest } from './rpcRequest'

/** Timeout of a first request to an unknown RPC, in ms: a free node that is waking up may take seconds. */
const firstTimeout = 8_000

/** Name of the RPC in errors, none of which leaves this file. */
const name = 'an RPC'

const quietly = (
  url: string,
  method: string,
  params: unknown[],
  timeout = firstTimeout,
): Promise<unknown> =>
  rpcRequest({ url, name, timeout }, method, JSON.stringify(params)).catch(() => undefined)

/** Returns the chain ID that the node at a URL serves; undefined if it gives none within `timeout` ms. */
export const chainAt = async (url: string, timeout = firstTimeout): Promise<number | undefined> => {
  const served = await quietly(url, 'eth_chainId', [], timeout)
  return typeof served === 'string' && /^0x[0-9a-f]{1,13}$/i.test(served)
    ? Number(served)
    : undefined
}

/** Address of the GasPriceOracle, a predeploy of OP stack chains only. */
const gasPriceOracle = '0x420000000000000000000000000000000000000F'

/**
 * Reads a custom network's genesis hash (null if the node does not serve block 0) and if it is an OP stack
 * chain. Never throws.
 */
export const chainFactsAt = async (
  url: string,
): Promise<{ genesis: Hash | null; opStack: boolean }> => {
  const [block, code] = await Promise.all([
    quietly(url, 'eth_getBlockByNumber', ['0x0', false]) as Promise<{ hash?: Hash } | null>,
    quietly(url, 'eth_getCode', [gasPriceOracle, 'latest']) as Promise<Hex | undefined>,
  ])
  return {
    genesis: typeof block?.hash === 'string' ? block.hash : null,
    opStack: typeof code === 'string' && code.length > 2,
  }
}
