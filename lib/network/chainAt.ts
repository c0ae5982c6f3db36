import type { Hash, Hex } from 'viem'
import { rpcRequest } from './rpcRequest'

/** How long an RPC that is looked at for the first time is waited for, in ms. */
const timeout = 3_000

/** The name it has in errors, none of which leaves this file. */
const name = 'an RPC'

const quietly = (url: string, method: string, params: unknown[]): Promise<unknown> =>
  rpcRequest({ url, name, timeout }, method, JSON.stringify(params)).catch(() => undefined)

/** The chain that the node at a URL serves; undefined where it does not answer with one within 3 s. */
export const chainAt = async (url: string): Promise<number | undefined> => {
  const served = await quietly(url, 'eth_chainId', [])
  return typeof served === 'string' && /^0x[0-9a-f]{1,13}$/i.test(served)
    ? Number(served)
    : undefined
}

/** Whose address it is where a chain is of the OP stack. */
const gasPriceOracle = '0x420000000000000000000000000000000000000F'

/** What a network of the user's own has to know of its chain: block 0, if it is served, and its L1 fee. */
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
