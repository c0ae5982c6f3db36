import { isSilence, rpcError } from '../rpc/errors'
import { rpcRequest } from './rpcRequest'
import { chainAt } from './chainAt'
import { findNetwork } from './networks'
import { onHead } from './socket'
import { isSocket } from './url'
import { urlsOf } from './urls'

/** How long the last RPC is waited for, below the 30 s after which the browser gives up on a worker's fetch. */
const patience = 25_000

/** How long one is waited for that others come after, in ms. */
const brief = 8_000

/** How long another one stands in for the first before that is tried again, in ms. */
const standsIn = 60_000

/** What stands in for a network's first RPC: blocks and nonces must not jump between nodes. */
const standIns = new Map<number, { url: string; since: number }>()

/** RPCs that were seen to serve their network, `chainId url`: one that comes after the first may be old. */
const proven = new Set<string>()

const serves = async (chainId: number, url: string): Promise<boolean> => {
  const key = `${chainId} ${url}`
  if (!proven.has(key) && (await chainAt(url)) === chainId) proven.add(key)
  return proven.has(key)
}

/** The RPCs in the order to ask now. One request in a while tries the first again, the others stay. */
const orderNow = (chainId: number): readonly string[] => {
  const urls = urlsOf(chainId)
  const standIn = standIns.get(chainId)
  if (!standIn || !urls.includes(standIn.url)) return urls
  const now = Date.now()
  if (Math.abs(now - standIn.since) >= standsIn) {
    standIns.set(chainId, { ...standIn, since: now })
    return urls
  }
  return [standIn.url, ...urls.filter((url) => url !== standIn.url)]
}

/** Has a network's node announce its heads, where it is asked over a WebSocket now; gives back what ends that. */
export const headsOf = (chainId: number, tell: () => void): (() => void) | undefined => {
  const [url] = orderNow(chainId)
  return url !== undefined && isSocket(url) ? onHead(url, tell) : undefined
}

/**
 * Asks a network with params as JSON text, and gives back the result as it came. Where an RPC is silent or
 * asks to slow down, the next one is asked; its own error is an answer and thrown as it came.
 * Throws what the first one did where none answers: 4901 or -32005.
 */
export const askNode = async (chainId: number, method: string, wire: string): Promise<unknown> => {
  const network = findNetwork(chainId)
  const order = orderNow(chainId)
  if (!network || order.length === 0) throw rpcError('unknownChain', `0x${chainId.toString(16)}`)
  const [first] = urlsOf(chainId)
  const { name } = network
  let failure: Error | undefined
  for (const [index, url] of order.entries()) {
    const timeout = index === order.length - 1 ? patience : brief
    if (url !== first && !(await serves(chainId, url))) continue
    const answered = () => {
      if (url === first) standIns.delete(chainId)
      else if (standIns.get(chainId)?.url !== url) standIns.set(chainId, { url, since: Date.now() })
    }
    try {
      const result = await rpcRequest({ url, name, timeout }, method, wire)
      answered()
      return result
    } catch (error) {
      if (!isSilence(error)) {
        answered()
        throw error
      }
      failure ??= error as Error
    }
  }
  throw failure ?? rpcError('chainDisconnected', `no node of ${name} answered`)
}

/** The same with params as values. */
export const request = (chainId: number, method: string, params: unknown[]): Promise<unknown> =>
  askNode(chainId, method, JSON.stringify(params))
