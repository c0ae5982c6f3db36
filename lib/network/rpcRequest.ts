import { powers } from '../realm/powers'
import { nodeError, rpcError } from '../rpc/errors'
import { readBody } from './readBody'
import { noReason, refusalOf, shownOf } from './refusal'
import { askSocket } from './socket'
import { isSocket } from './url'

/** A JSON-RPC endpoint: its URL, its name in error messages and the timeout of a request, in ms. */
export type RpcNode = { url: string; name: string; timeout: number }

let id = 0

/**
 * Sends a request by HTTP or WebSocket, params as JSON text, and returns the result unchanged. Throws the
 * node's own error with its code, message and data, of which `toWire` shows what may be shown; 4901 if the node does not answer, or not in JSON-RPC;
 * -32005 at HTTP 429, or if the error itself asks to slow down, as a WebSocket has no status. The wallet's
 * own errors name the node, never its URL, which may contain an API key.
 */
export const rpcRequest = async (node: RpcNode, method: string, wire: string): Promise<unknown> => {
  const requestId = ++id
  const body = `{"jsonrpc":"2.0","id":${requestId},"method":${JSON.stringify(method)},"params":${wire}}`
  const response = isSocket(node.url)
    ? await overSocket(node, requestId, body)
    : await post(node, body)
  if (!isAnswer(response, requestId)) throw silent(node, 'did not answer in JSON-RPC')
  if (!response.error) return response.result
  const { code, message, data } = response.error
  const error = {
    code: Number.isInteger(code) ? Number(code) : -32000,
    message: typeof message === 'string' && message ? message : noReason,
    ...(data === undefined ? {} : { data }),
  }
  throw refusalOf(error) === 'slow' ? slowDown(node) : nodeError(error, shownOf(error))
}

const slowDown = ({ name }: RpcNode) =>
  rpcError('limitExceeded', `the node of ${name} asks to slow down`)

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

const silent = (node: RpcNode, what: string) =>
  rpcError('chainDisconnected', `the node of ${node.name} ${what}`)

const overSocket = (node: RpcNode, requestId: number, body: string): Promise<unknown> =>
  askSocket(node.url, requestId, body, node.timeout).catch(() => {
    throw silent(node, 'did not answer')
  })

const post = async (node: RpcNode, body: string): Promise<unknown> => {
  let response: Response
  let text: string
  try {
    response = await powers.fetch(node.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // A node that redirects would have a host asked that nobody chose.
      redirect: 'error',
      signal: AbortSignal.timeout(node.timeout),
    })
    text = await readBody(response)
  } catch {
    throw silent(node, 'did not answer')
  }
  if (response.status === 429) throw slowDown(node)
  try {
    return JSON.parse(text)
  } catch {
    throw silent(node, 'did not answer in JSON-RPC')
  }
}
