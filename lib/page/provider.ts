import type { Listener, Provider } from './eip1193'
import type { View } from './legacy'

/**
 * A message to the relay: the page's number for the request, the method, the params as JSON text. Number 0
 * asks for nothing but the site's state.
 */
export type PageRequest = [number: number, method: string, wire: string]

/**
 * A message from the relay, as JSON text: `{result}` or `{error}` under the request's number, the site's
 * state under 0, error 4900 under -1, a `message` event (EIP-1193) under -2.
 */
export type PageAnswer = [number: number, text: string]

type WireError = { code: number; message: string; data?: unknown }
type SiteState = { chainId: string; accounts: string[] }

// The page may replace built-ins later, which must not affect the provider, so they are saved here. For the
// same reason nothing here iterates, spreads or calls an array method: all of these go through prototypes.
const { parse, stringify } = JSON
const { isArray, prototype: anyArray } = Array
const {
  create,
  defineProperties,
  defineProperty,
  hasOwn,
  keys,
  prototype: anyObject,
  setPrototypeOf,
} = Object
const { apply, deleteProperty } = Reflect
const [NativeError, NativePromise] = [Error, Promise]
const report = globalThis.reportError.bind(globalThis)

/** Sets an own field. Plain assignment could run a setter that the page put on a prototype. */
const set = (target: object, name: PropertyKey, value: unknown): void => {
  const field = { __proto__: null, value, enumerable: true, writable: true, configurable: true }
  defineProperty(target, name, field as PropertyDescriptor)
}

/** Error for a node's result that is no JSON. */
const unreadable = {
  code: -32603,
  message: 'Internal error: the node did not answer in JSON-RPC',
}

const rpcError = ({ code, message, data }: WireError): Error => {
  const error = new NativeError(message)
  set(error, 'code', code)
  if (data !== undefined) set(error, 'data', data)
  return error
}

const sameAccounts = (a: string[], b: string[]): boolean => stringify(a) === stringify(b)

/**
 * Creates an EIP-1193 provider over an injected `send`; `receive` takes the answers. Events are derived
 * from changes of the site's state.
 */
export const createProvider = (
  send: (request: PageRequest) => void,
): {
  provider: Provider
  receive: (answer: PageAnswer) => void
  view: () => View
  /** Removes the listeners of an event, or of all events. */
  forget: (event?: string) => void
} => {
  const waiting = create(null) as Record<
    number,
    [(result: unknown) => void, (error: Error) => void] | undefined
  >
  const listeners = create(null) as Record<string, Listener[]>
  let count = 0
  let state: SiteState | undefined
  let isGone = false
  let hasAsked = false

  /** Asks for the site's state, which comes with the first request too: a page may only listen or read. */
  const ask = () => {
    if (state || count > 0 || hasAsked) return
    hasAsked = true
    send([0, '', ''])
  }

  const emit = (event: string, value: unknown) => {
    const list = listeners[event] ?? []
    for (let at = 0; at < list.length; at++) {
      try {
        list[at]?.(value)
      } catch (error) {
        report(error)
      }
    }
  }

  const changeTo = (now: SiteState) => {
    const before = state
    state = now
    if (!before) return emit('connect', { chainId: now.chainId })
    if (before.chainId !== now.chainId) emit('chainChanged', now.chainId)
    if (!sameAccounts(before.accounts, now.accounts)) emit('accountsChanged', now.accounts)
  }

  const leave = (error: WireError) => {
    if (isGone) return
    isGone = true
    emit('disconnect', rpcError(error))
  }

  /** Parses an answer. A node's result comes as the node wrote it, and may be no JSON within its brackets. */
  const read = (text: string): { result?: unknown; error?: WireError } => {
    try {
      return parse(text) as { result?: unknown; error?: WireError }
    } catch {
      return { error: unreadable }
    }
  }

  const receive = (message: PageAnswer) => {
    const number = message[0]
    const answer = read(message[1])
    if (number === 0) return changeTo(answer as SiteState)
    if (number === -1) return leave(answer as WireError)
    if (number === -2) return emit('message', answer)
    const request = waiting[number]
    if (!request) return
    deleteProperty(waiting, number)
    if (hasOwn(answer, 'error') && answer.error) request[1](rpcError(answer.error))
    else request[0](answer.result)
  }

  const request: Provider['request'] = (args) =>
    new NativePromise((resolve, reject) => {
      // Each field is read once: a getter may return something else the next time.
      const { method, params } = isObject(args) ? args : {}
      if (typeof method !== 'string')
        throw rpcError({
          code: -32600,
          message: 'The request is not valid: it must be an object with a method, a string',
        })
      const wire = write(params)
      const number = ++count
      waiting[number] = [resolve, reject]
      send([number, method, wire])
    })

  const provider = {} as Provider
  // Lists are replaced, not changed: a listener may add or remove listeners during an event.
  const on: Provider['on'] = (event, listener) => {
    ask()
    const list = without(listeners[event], -1)
    set(list, list.length, listener)
    listeners[event] = list
    return provider
  }
  const removeListener: Provider['removeListener'] = (event, listener) => {
    const list = listeners[event] ?? []
    let at = list.length - 1
    while (at >= 0 && list[at] !== listener && list[at]?.listener !== listener) at--
    listeners[event] = without(list, at)
    return provider
  }
  // Not frozen: old sites set fields of their own on a provider, and would throw.
  defineProperties(provider, {
    request: { value: request, enumerable: true },
    on: { value: on, enumerable: true },
    removeListener: { value: removeListener, enumerable: true },
  })
  const forget = (event?: string) => {
    const names = event === undefined ? keys(listeners) : [event]
    for (let at = 0; at < names.length; at++) listeners[names[at] ?? ''] = []
  }
  const view = () => {
    ask()
    return { state, isGone }
  }
  return { provider, receive, view, forget }
}

const without = (list: Listener[] = [], skipped: number): Listener[] => {
  const rest: Listener[] = []
  for (let at = 0; at < list.length; at++) if (at !== skipped) set(rest, rest.length, list[at])
  return rest
}

const isObject = (args: unknown): args is { method?: unknown; params?: unknown } =>
  typeof args === 'object' && args !== null && !isArray(args)

/**
 * Copies a value without prototypes, so that a `toJSON` the page put on all objects or arrays does not
 * change a request. A class's own `toJSON`, like that of Date, is applied.
 */
const copy = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { toJSON?: unknown }
  const isOwn =
    typeof toJSON === 'function' &&
    toJSON !== (anyObject as { toJSON?: unknown }).toJSON &&
    toJSON !== (anyArray as { toJSON?: unknown }).toJSON
  const said: unknown = isOwn ? apply(toJSON as () => unknown, value, ['']) : value
  if (typeof said !== 'object' || said === null) return said
  if (!isArray(said)) return copyFields(said as Record<string, unknown>)
  const list = setPrototypeOf([], null) as unknown[]
  for (let at = 0; at < said.length; at++) list[at] = copy(said[at])
  return list
}

const copyFields = (from: Record<string, unknown>): object => {
  const fields = create(null) as Record<string, unknown>
  const names = keys(from)
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? ''
    fields[name] = copy(from[name])
  }
  return fields
}

const write = (params: unknown): string => {
  let wire: string | undefined
  try {
    wire = stringify(copy(params ?? []))
  } catch {
    wire = undefined
  }
  if (wire === undefined)
    throw rpcError({
      code: -32602,
      message: 'The wallet cannot parse the request: params must be JSON',
    })
  return wire
}
