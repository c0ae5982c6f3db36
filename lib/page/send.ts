import type { Provider } from './eip1193'
import type { View } from './legacy'

type Payload = { id?: unknown; method?: unknown; params?: unknown }
type Failure = { code: number; message: string; data?: unknown }
type Callback = (error: unknown, response: unknown) => void

const { defineProperties, hasOwn } = Object
const { isArray } = Array
const NativePromise = Promise
const report = globalThis.reportError.bind(globalThis)
const jsonrpc = '2.0'

/** Answers a callback of the page; what it throws is the page's own error. */
const tell = (callback: Callback, error: unknown, response: unknown): void => {
  try {
    callback(error, response)
  } catch (thrown) {
    report(thrown)
  }
}

/** Returns the error of a failed request as a response holds it. */
const errorOf = (error: unknown) => {
  const { code, message, data } = error as Failure
  return data === undefined ? { code, message } : { code, message, data }
}

/**
 * Adds `send` and `sendAsync` of providers older than EIP-1193: thin forms of `request`, which answer with
 * the whole JSON-RPC response. `send` without a callback answers at once what it has always answered so.
 */
export const addSend = (provider: Provider, view: () => View): void => {
  const { request } = provider
  const accounts = () => view().state?.accounts ?? []
  const atOnce: Record<string, () => unknown> = {
    eth_accounts: accounts,
    eth_coinbase: () => accounts()[0] ?? null,
    net_version: () => {
      const { state } = view()
      return state ? `${Number(state.chainId)}` : null
    },
  }
  const ask = (payload: unknown) => request(payload as Parameters<typeof request>[0])
  const idOf = (payload: unknown) => (payload as Payload | null | undefined)?.id

  const whole = (payload: unknown, id: unknown) =>
    ask(payload).then((result) => ({ id, jsonrpc, result }))

  const settled = (payload: unknown) => {
    const id = idOf(payload)
    return whole(payload, id).catch((error: unknown) => ({ id, jsonrpc, error: errorOf(error) }))
  }

  const sendAsync = (payload: unknown, callback: Callback): void => {
    if (isArray(payload))
      return void NativePromise.all(payload.map(settled)).then((all) => tell(callback, null, all))
    const id = idOf(payload)
    void ask(payload).then(
      (result) => tell(callback, null, { id, jsonrpc, result }),
      (error: unknown) => tell(callback, error, { id, jsonrpc, error: errorOf(error) }),
    )
  }

  const send = (first: unknown, second?: unknown): unknown => {
    if (typeof first === 'string') return whole({ method: first, params: second }, undefined)
    if (typeof second === 'function') return sendAsync(first, second as Callback)
    const { id, method } = (first ?? {}) as Payload
    if (typeof method === 'string' && hasOwn(atOnce, method))
      return { id, jsonrpc, result: atOnce[method]?.() }
    return whole(first, id)
  }

  defineProperties(provider, {
    send: { value: send, enumerable: true },
    sendAsync: { value: sendAsync, enumerable: true },
  })
}
