import { journal } from '../db'
import { chainAt } from './chainAt'
import { rpcRequest } from './rpcRequest'

/** How long a second RPC is waited for, in ms. */
const timeout = 3_000

/** The name it has in errors, none of which leaves this file. */
const name = 'the second RPC'

const urlOf = async (chainId: number): Promise<string | undefined> =>
  (await journal.networks.get(chainId))?.secondUrl

/** Whether the user has chosen a second RPC for a network. */
export const hasSecond = async (chainId: number): Promise<boolean> =>
  (await urlOf(chainId)) !== undefined

/**
 * Asks a network's second RPC. Undefined where there is none, where it does not answer within 3 s and in
 * JSON-RPC, where it answers an error, and where it serves another chain; null is an answer.
 */
export const askSecond = async (
  chainId: number,
  method: string,
  params: unknown[],
): Promise<unknown> => {
  const url = await urlOf(chainId)
  if (url === undefined) return undefined
  const [served, result] = await Promise.all([
    chainAt(url),
    rpcRequest({ url, name, timeout }, method, JSON.stringify(params)).catch(() => undefined),
  ])
  return served === chainId ? result : undefined
}
