import { rpcError, toError } from '../rpc/errors'
import { findNetwork } from './networks'

/** Below the 30 s after which the browser gives up on a worker's fetch. */
const patience = 25_000

/** Something that answers JSON-RPC, under the name it has in errors; it waits so many ms for an answer. */
type Node = { url: string; name: string; timeout: number }

let id = 0

/**
 * Asks a network's node with params as JSON text, and gives back its result as it came.
 * Throws the node's own error as it came; 4901 if it does not answer, or not in JSON-RPC; -32005 at HTTP 429.
 */
export const askNode = async (chainId: number, method: string, wire: string): Promise<unknown> => {
  const network = findNetwork(chainId)
  if (!network) throw rpcError('unknownChain', `0x${chainId.toString(16)}`)
  return ask({ url: network.url, name: network.name, timeout: patience }, method, wire)
}

/** The same of any node; errors carry its name, never its URL. */
export const ask = async (node: Node, method: string, wire: string): Promise<unknown> => {
  const requestId = ++id
  const response = await post(
    node,
    `{"jsonrpc":"2.0","id":${requestId},"method":${JSON.stringify(method)},"params":${wire}}`,
  )
  if (!isAnswer(response, requestId)) throw silent(node, 'did not answer in JSON-RPC')
  if (!response.error) return response.result
  const { code, message, data } = response.error
  throw toError({
    code: Number.isInteger(code) ? Number(code) : -32000,
    message: typeof message === 'string' && message ? message : 'The node gave no reason',
    ...(data === undefined ? {} : { data }),
  })
}

/** The same with params as values. */
export const request = (chainId: number, method: string, params: unknown[]): Promise<unknown> =>
  askNode(chainId, method, JSON.stringify(params))

type Answer = {
  result: unknown
  error?: { code?: unknown; message?: unknown; data?: unknown } | null
}

const isAnswer = (value: unknown, requestId: number): value is Answer =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  value.id === requestId &&
  ('result' in value ||
    ('error' in value && typeof value.error === 'object' && value.error !== null))

const silent = (node: Node, what: string) =>
  rpcError('chainDisconnected', `the node of ${node.name} ${what}`)

const post = async (node: Node, body: string): Promise<unknown> => {
  let response: Response
  let text: string
  try {
    response = await fetch(node.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(node.timeout),
    })
    text = await response.text()
  } catch {
    throw silent(node, 'did not answer')
  }
  if (response.status === 429)
    throw rpcError('limitExceeded', `the node of ${node.name} asks to slow down`)
  try {
    return JSON.parse(text)
  } catch {
    throw silent(node, 'did not answer in JSON-RPC')
  }
}
