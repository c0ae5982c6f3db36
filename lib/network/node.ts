import { isSilence, rpcError } from '../rpc/errors'
import { rpcRequest } from './rpcRequest'
import { chainAt } from './chainAt'
import { findNetwork } from './networks'
import { onHead } from './socket'
import { isSocket } from './url'
import { urlsOf } from './urls'

/** Timeout of the last RPC in order, in ms: below the 30 s after which the browser ends a worker's fetch. */
const patience = 25_000

/** Timeout of an RPC that has a fallback after it, in ms. */
const brief = 8_000

/** A fallback stays preferred for this long, in ms; then one request tries the first RPC again. */
const standsIn = 60_000

/**
 * The fallback RPC now in use, by chain ID. Sticky, because blocks and nonces must not jump between nodes.
 */
const standIns = new Map<number, { url: string; since: number }>()

/** RPCs that have served their network's chain ID, as `chainId url`: only these may be fallbacks. */
const proven = new Set<string>()

/** True if the RPC serves the network's chain ID; asked once, until it does. */
export const serves = async (chainId: number, url: string): Promise<boolean> => {
  const key = `${chainId} ${url}`
  if (!proven.has(key) && (await chainAt(url)) === chainId) proven.add(key)
  return proven.has(key)
}

/**
 * Returns the URLs in the order to ask now, the fallback in use first. Once a minute, one request gets the
 * original order.
 */
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

/**
 * Calls `tell` at each new head if the node now in use has a WebSocket; returns a function that unsubscribes.
 */
export const headsOf = (chainId: number, tell: () => void): (() => void) | undefined => {
  const [url] = orderNow(chainId)
  return url !== undefined && isSocket(url) ? onHead(url, tell) : undefined
}

/**
 * Sends a request to a network, params as JSON text, and returns the result unchanged. Goes on to the next
 * RPC if one does not answer (4901) or rate-limits (-32005); any other error of a node is thrown unchanged.
 * Throws the first RPC's error if none answers; 5710 if the wallet does not have the network.
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

/** Sends a request to a network, params as values; errors as in `askNode`. */
export const request = (chainId: number, method: string, params: unknown[]): Promise<unknown> =>
  askNode(chainId, method, JSON.stringify(params))
