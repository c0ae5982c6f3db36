import { isRpcError, isSilence, rpcError } from '../rpc/errors'
import { valueGiven } from './answerForm'
import { isLasting, isRefusing, refusedAgain, type Refused } from './lastingRefusal'
import { refusalOf } from './refusal'
import {
  isGarbled,
  rpcRequest,
  rpcRequests,
  rpcText,
  type NodeQuestion,
  type RpcNode,
} from './rpcRequest'
import { chainAt } from './chainAt'
import { findNetwork } from './networks'
import { onHead } from './socket'
import { isSocket } from './url'
import { publicUrl, sendUrlOf, urlsOf } from './urls'

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

/** Returns the fallback in use, if the network still has it. */
const standInOf = (chainId: number): { url: string; since: number } | undefined => {
  const standIn = standIns.get(chainId)
  return standIn && urlsOf(chainId).includes(standIn.url) ? standIn : undefined
}

/**
 * Returns the URLs in the order to ask now, the fallback in use first. Once a minute, one request gets the
 * original order.
 */
const orderNow = (chainId: number): readonly string[] => {
  const urls = urlsOf(chainId)
  const standIn = standInOf(chainId)
  if (!standIn) return urls
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

/** Throws 4901 if an RPC serves another chain than its network's. */
const hold = async (chainId: number, node: RpcNode): Promise<void> => {
  const key = `${chainId} ${node.url}`
  if (proven.has(key)) return
  if (Number(await rpcRequest(node, 'eth_chainId', '[]')) !== chainId)
    throw rpcError('chainDisconnected', `the node of ${node.name} serves another chain`)
  proven.add(key)
}

/**
 * Returns the URLs that a site which is not connected is answered by: the public RPC alone where the network
 * has it, so that the user's own learns nothing of such sites and pays for none of them.
 */
const orderForStrangers = (chainId: number): readonly string[] => {
  const urls = orderNow(chainId)
  const open = publicUrl(chainId)
  return open !== undefined && urls.includes(open) ? [open] : urls
}

/**
 * Returns the URL that alone gets a transaction: an RPC that falls back to another would show it to those that
 * the user wanted to keep it from. Undefined if the network's own RPCs get it.
 */
const asideFor = (chainId: number, method: string): string | undefined =>
  method === 'eth_sendRawTransaction' ? sendUrlOf(chainId) : undefined

/**
 * Sends a request to a network, params as JSON text, and returns the result unchanged. Goes on to the next
 * RPC if one does not answer (4901) or rate-limits; any other error of a node is thrown unchanged.
 * Throws the first RPC's error if none answers; 5710 if the wallet does not have the network.
 */
export const askNode = (chainId: number, method: string, wire: string): Promise<unknown> =>
  askInOrder(chainId, {
    url: asideFor(chainId, method),
    ask: (node) => rpcRequest(node, method, wire),
  })

/**
 * Sends a site's request to a network as `askNode` does, but to no RPC that has not shown its chain. What the
 * wallet itself asks is held to the chain by its genesis hash (`genesis.ts`). `isStranger`: the site is not
 * connected.
 */
export const askForSite = (
  chainId: number,
  method: string,
  wire: string,
  isStranger = false,
): Promise<unknown> =>
  askInOrder(chainId, {
    url: asideFor(chainId, method),
    isStranger,
    check: hold,
    ask: (node) => rpcRequest(node, method, wire),
  })

/** Sends a site's request as `askForSite` does, and returns the JSON text of the result; errors as in `rpcText`. */
export const readForSite = (
  chainId: number,
  method: string,
  wire: string,
  isStranger = false,
): Promise<string> =>
  askInOrder(chainId, {
    url: asideFor(chainId, method),
    isStranger,
    check: hold,
    ask: (node) => rpcText(node, method, wire),
  })

const askInOrder = async <Result>(
  chainId: number,
  {
    url: aside,
    isStranger,
    check,
    ask,
  }: {
    /** The only one to ask. */
    url?: string | undefined
    isStranger?: boolean
    /** Throws where a node may not be asked. */
    check?: typeof hold
    ask: (node: RpcNode) => Promise<Result>
  },
): Promise<Result> => {
  const network = findNetwork(chainId)
  const usual = isStranger ? orderForStrangers(chainId) : orderNow(chainId)
  const order = aside === undefined ? usual : [aside]
  if (!network || order.length === 0) throw rpcError('unknownChain', `0x${chainId.toString(16)}`)
  const [first] = urlsOf(chainId)
  const { name } = network
  let failure: Error | undefined
  for (const [index, url] of order.entries()) {
    const timeout = index === order.length - 1 ? patience : brief
    if (url !== first && !(await serves(chainId, url))) continue
    const answered = () => {
      // Neither says anything of the RPC that is preferred.
      if (isStranger || aside !== undefined) return
      if (url === first) standIns.delete(chainId)
      else if (standIns.get(chainId)?.url !== url) standIns.set(chainId, { url, since: Date.now() })
    }
    try {
      const node = { url, name, timeout }
      await check?.(chainId, node)
      const result = await ask(node)
      answered()
      return result
    } catch (error) {
      if (!isSilence(error) && !isGarbled(error)) {
        answered()
        throw error
      }
      failure ??= error as Error
    }
  }
  throw failure ?? rpcError('chainDisconnected', `no node of ${name} answered`)
}

const askValue = async (chainId: number, method: string, params: unknown[]): Promise<unknown> =>
  valueGiven(method, await askNode(chainId, method, JSON.stringify(params)))

/**
 * A chain's refusals of the tag `pending`, by chain ID and method: a node that shows no pending block may still count
 * what waits in its pool.
 */
const pendingRefused = new Map<number, Map<string, Refused>>()

/**
 * True if a chain's node lacks the pending block, so that the wallet reads the latest one instead. A single refusal
 * counts for half a minute, or until the node answers.
 */
export const lacksPending = (chainId: number): boolean =>
  [...(pendingRefused.get(chainId)?.values() ?? [])].some((one) => isRefusing(one, Date.now()))

/** True if a chain's node has no pending block for a method, and will not have one. */
const neverPending = (chainId: number, method: string): boolean =>
  isLasting(pendingRefused.get(chainId)?.get(method), Date.now())

/** geth has no pending state for a moment, "not available"; ethereumjs "is not yet supported". */
const never = /support|unknown|invalid/i

const atLatest = (params: readonly unknown[]): unknown[] =>
  params.map((param) => (param === 'pending' ? 'latest' : param))

/**
 * Sends the wallet's own request to a network, params as values; errors as in `askNode`, and -32603 if there
 * is no value where one belongs. A node that refuses the tag `pending` is asked for `latest`; only where the refusal
 * lasts, without being asked for `pending` first.
 */
export const request = async (
  chainId: number,
  method: string,
  params: unknown[],
): Promise<unknown> => {
  if (!params.includes('pending')) return askValue(chainId, method, params)
  if (neverPending(chainId, method)) return askValue(chainId, method, atLatest(params))
  const refused = pendingRefused.get(chainId) ?? new Map<string, Refused>()
  pendingRefused.set(chainId, refused)
  try {
    const result = await askValue(chainId, method, params)
    refused.delete(method)
    return result
  } catch (error) {
    if (!isRpcError(error) || refusalOf(error) !== 'pending') throw error
    const result = await askValue(chainId, method, atLatest(params))
    const isNever = never.test(error.message)
    refused.set(method, refusedAgain(refused.get(method), Date.now(), isNever))
    return result
  }
}

/** How long an answer to several questions is waited for, in ms: what is asked so is wanted at once. */
const atOnce = 1_000

/**
 * Sends several of the wallet's own requests to a network in one, and returns what `request` would for each of them. A
 * request is sent by itself where the node takes one at a time, or gave no result for it; only then another RPC is asked
 * where the node is silent, and only what comes of that says which one is preferred.
 */
export const requestTogether = (
  chainId: number,
  questions: readonly NodeQuestion[],
): Promise<unknown>[] => {
  const asked = questions.map(([method, params]): NodeQuestion => [
    method,
    neverPending(chainId, method) ? atLatest(params) : params,
  ])
  const [first] = urlsOf(chainId)
  const url = standInOf(chainId)?.url ?? first
  const node = { url: url ?? '', name: '', timeout: atOnce }
  const results = url === undefined ? Promise.resolve([]) : rpcRequests(node, asked)
  return questions.map(async ([method, params], index) => {
    const result = (await results)[index]
    if (result === undefined) return request(chainId, method, [...params])
    const value = valueGiven(method, result)
    if (asked[index]?.[1].includes('pending')) pendingRefused.get(chainId)?.delete(method)
    return value
  })
}
