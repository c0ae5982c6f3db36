import { journal } from '../db'
import { chainAt } from './chainAt'
import { rpcRequest } from './rpcRequest'

/** Timeout of a request to the second RPC, in ms. */
const timeout = 3_000

/** Name of the RPC in errors, none of which leaves this file. */
const name = 'the second RPC'

const urlOf = async (chainId: number): Promise<string | undefined> =>
  (await journal.networks.get(chainId))?.secondUrl

/** True if the user has set a second RPC for this network. */
export const hasSecond = async (chainId: number): Promise<boolean> =>
  (await urlOf(chainId)) !== undefined

/**
 * Sends a request to a network's second RPC. Undefined if there is none, if it does not answer within 3 s,
 * answers with an error or serves another chain; null is an answer.
 */
export const askSecond = async (
  chainId: number,
  method: string,
  params: unknown[],
): Promise<unknown> => {
  const url = await urlOf(chainId)
  if (url === undefined) return undefined
  const [served, result] = await Promise.all([
    chainAt(url, timeout),
    rpcRequest({ url, name, timeout }, method, JSON.stringify(params)).catch(() => undefined),
  ])
  return served === chainId ? result : undefined
}
