import { journal } from '../db'
import { ask } from './node'

/** How long a second RPC is waited for, in ms. */
const timeout = 3_000

/** The name it has in errors, none of which leaves this file. */
const name = 'the second RPC'

const urlOf = async (chainId: number): Promise<string | undefined> =>
  (await journal.networks.get(chainId))?.secondUrl

/** Whether the user has chosen a second RPC for a network. */
export const hasSecond = async (chainId: number): Promise<boolean> =>
  (await urlOf(chainId)) !== undefined

/** The chain that the node at a URL serves; undefined where it does not answer with one. */
export const chainAt = async (url: string): Promise<number | undefined> => {
  const served = await ask({ url, name, timeout }, 'eth_chainId', '[]').catch(() => undefined)
  return typeof served === 'string' && /^0x[0-9a-f]{1,13}$/i.test(served)
    ? Number(served)
    : undefined
}

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
    ask({ url, name, timeout }, method, JSON.stringify(params)).catch(() => undefined),
  ])
  return served === chainId ? result : undefined
}
