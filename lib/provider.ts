/** What travels to the relay: the page's number for the request, the method, the params as JSON text. */
export type PageRequest = [number: number, method: string, wire: string]

/** What comes back: JSON text of `{result}` or `{error}` by number; of the site's state under 0; 4900 under -1. */
export type PageAnswer = [number: number, text: string]

type WireError = { code: number; message: string; data?: unknown }
type SiteState = { chainId: string; accounts: string[] }
type Listener = (value: unknown) => void

/** An EIP-1193 provider. */
export type Provider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on: (event: string, listener: Listener) => Provider
  removeListener: (event: string, listener: Listener) => Provider
}

// A page may replace these later: what the provider does must not depend on it.
const { parse, stringify } = JSON
const { isArray } = Array
const { defineProperties } = Object
const { deleteProperty } = Reflect
const report = globalThis.reportError.bind(globalThis)

const rpcError = ({ code, message, data }: WireError): Error =>
  Object.assign(new Error(message), { code }, data === undefined ? {} : { data })

const sameAccounts = (a: string[], b: string[]): boolean => stringify(a) === stringify(b)

/** EIP-1193 over an injected `send`; `receive` takes what comes back. Events follow from the site's state. */
export const createProvider = (
  send: (request: PageRequest) => void,
): { provider: Provider; receive: (answer: PageAnswer) => void } => {
  const waiting: Record<number, [(result: unknown) => void, (error: Error) => void]> =
    Object.create(null) as never
  const listeners: Record<string, Listener[]> = Object.create(null) as never
  let count = 0
  let state: SiteState | undefined
  let isGone = false

  const emit = (event: string, value: unknown) => {
    for (const listener of listeners[event] ?? []) {
      try {
        listener(value)
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

  const receive = ([number, text]: PageAnswer) => {
    const answer = parse(text) as { result?: unknown; error?: WireError }
    if (number === 0) return changeTo(answer as never)
    if (number === -1) return leave(answer as never)
    const request = waiting[number]
    if (!request) return
    deleteProperty(waiting, number)
    if (answer.error) request[1](rpcError(answer.error))
    else request[0](answer.result)
  }

  const request: Provider['request'] = (args) =>
    new Promise((resolve, reject) => {
      if (!isRequest(args))
        throw rpcError({
          code: -32600,
          message: 'The request is not valid: it must be an object with a method, a string',
        })
      const wire = write(args.params)
      const number = ++count
      waiting[number] = [resolve, reject]
      send([number, args.method, wire])
    })

  const provider = {} as Provider
  const on: Provider['on'] = (event, listener) => {
    listeners[event] = [...(listeners[event] ?? []), listener]
    return provider
  }
  const removeListener: Provider['removeListener'] = (event, listener) => {
    const list = [...(listeners[event] ?? [])]
    const at = list.lastIndexOf(listener)
    if (at >= 0) list.splice(at, 1)
    listeners[event] = list
    return provider
  }
  // Not frozen: old sites set fields of their own on a provider, and would throw.
  defineProperties(provider, {
    request: { value: request, enumerable: true },
    on: { value: on, enumerable: true },
    removeListener: { value: removeListener, enumerable: true },
  })
  return { provider, receive }
}

const isRequest = (args: unknown): args is { method: string; params?: unknown } =>
  typeof args === 'object' &&
  args !== null &&
  !isArray(args) &&
  'method' in args &&
  typeof args.method === 'string'

const write = (params: unknown): string => {
  let wire: string | undefined
  try {
    wire = stringify(params ?? [])
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
