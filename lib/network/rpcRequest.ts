import { nodeError, rpcError } from '../rpc/errors'
import { membersOf } from './envelope'
import { postJson } from './readBody'
import { noReason, refusalOf, shownOf } from './refusal'
import { askSocket } from './socket'
import { isSocket } from './url'

/** A JSON-RPC endpoint: its URL, its name in error messages and the timeout of a request, in ms. */
export type RpcNode = { url: string; name: string; timeout: number }

let id = 0

const bodyOf = (id: number, method: string, wire: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${wire}}`

/**
 * Sends a request by HTTP or WebSocket, params as JSON text, and returns the result unchanged. Throws the
 * node's own error with its code, message and data, of which `toWire` shows what may be shown; 4901 if the node does not answer, or not in JSON-RPC;
 * -32005 at HTTP 429, or if the error itself asks to slow down, as a WebSocket has no status. The wallet's
 * own errors name the node, never its URL, which may contain an API key.
 */
export const rpcRequest = async (node: RpcNode, method: string, wire: string): Promise<unknown> => {
  const requestId = ++id
  const body = bodyOf(requestId, method, wire)
  return resultOf(
    node,
    requestId,
    isSocket(node.url)
      ? await overSocket(node, requestId, body)
      : parsed(node, await post(node, body)),
  )
}

/** A method and its params. */
export type NodeQuestion = readonly [method: string, params: readonly unknown[]]

/** URLs of nodes that gave no result to several questions at once, or were slow to. */
const onlyOne = new Set<string>()

/** Nodes that refuse more than three questions at once to whoever has no key. */
const refusing = /^https:\/\/[\w.-]+\.drpc\.org(\/|$)/

/** How long several questions may take, in ms: a node that answers them one after another is faster by single ones. */
const slow = 250

/** Longest answer to several questions, in bytes: the code of 20 contracts of the greatest size fits (EIP-170). */
const longestOfSeveral = 1024 * 1024

/**
 * Sends several questions in one HTTP request (JSON-RPC 2.0, section 6) and returns their results in the same order;
 * undefined for a question that got none, or two answers. Never throws: a node that gives no result at all, for
 * whatever reason, or takes over 250 ms, is sent no several questions again.
 */
export const rpcRequests = async (
  { url, timeout }: RpcNode,
  questions: readonly NodeQuestion[],
): Promise<unknown[]> => {
  if (isSocket(url) || refusing.test(url) || onlyOne.has(url)) return []
  const start = performance.now()
  const asked = questions.map(([method, params]) => {
    const requestId = ++id
    return { requestId, body: bodyOf(requestId, method, JSON.stringify(params)) }
  })
  const bodies = asked.map(({ body }) => body)
  const answers = await postJson(url, `[${bodies.join()}]`, timeout, longestOfSeveral)
    .then(({ text }) => [JSON.parse(text) as unknown].flat())
    .catch(() => [])
  const few = answers.slice(0, questions.length + 1)
  const results = asked.map(({ requestId }) => {
    const [own, ...others] = few.filter((one) => isAnswer(one, requestId))
    return own?.error || others.length > 0 ? undefined : own?.result
  })
  const isSlow = performance.now() - start > slow
  if (isSlow || results.every((result) => result === undefined)) onlyOne.add(url)
  return results
}

/**
 * Sends a request as `rpcRequest` does and returns the JSON text of its result, which over HTTP is the node's own.
 * Throws -32603 for an answer that is cut short, belongs to another request, or says two things: none of it is a result.
 */
export const rpcText = async (node: RpcNode, method: string, wire: string): Promise<string> => {
  const requestId = ++id
  const body = bodyOf(requestId, method, wire)
  if (isSocket(node.url))
    return JSON.stringify(
      resultOf(node, requestId, await overSocket(node, requestId, body), garbled),
    )
  const text = await post(node, body)
  // A proxy's page of HTML is no answer of the node at all.
  if (!/^\s*[{[]/.test(text)) throw unreadable(node)
  const members = membersOf(text)
  if (members?.get('id') !== String(requestId)) throw garbled(node)
  const result = members.get('result') ?? 'null'
  const hasError = (members.get('error') ?? 'null') !== 'null'
  // Null beside an error is no result, as in JSON-RPC 1.0.
  if (hasError ? result !== 'null' : !members.has('result')) throw garbled(node)
  return hasError
    ? JSON.stringify(resultOf(node, requestId, parsed(node, text, garbled), garbled))
    : result
}

const resultOf = (
  node: RpcNode,
  requestId: number,
  response: unknown,
  wrong = unreadable,
): unknown => {
  if (!isAnswer(response, requestId)) throw wrong(node)
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

const unreadable = (node: RpcNode) => silent(node, 'did not answer in JSON-RPC')

const garbledOnes = new WeakSet<Error>()

const garbled = ({ name }: RpcNode) => {
  const error = rpcError('internal', `the node of ${name} did not answer in JSON-RPC`)
  garbledOnes.add(error)
  return error
}

/** True for the -32603 of an answer that cannot be told, as `rpcText` throws it: another RPC may do better. */
export const isGarbled = (error: unknown): boolean =>
  error instanceof Error && garbledOnes.has(error)

const overSocket = (node: RpcNode, requestId: number, body: string): Promise<unknown> =>
  askSocket(node.url, requestId, body, node.timeout).catch(() => {
    throw silent(node, 'did not answer')
  })

const post = async (node: RpcNode, body: string): Promise<string> => {
  const { status, text } = await postJson(node.url, body, node.timeout).catch(() => {
    throw silent(node, 'did not answer')
  })
  if (status === 429) throw slowDown(node)
  return text
}

const parsed = (node: RpcNode, text: string, wrong = unreadable): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong(node)
  }
}
