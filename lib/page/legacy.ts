import type { Listener, Provider } from './eip1193'

/** A provider's view of its site; `state` is undefined until the wallet has answered this page once. */
export type View = { state: { chainId: string; accounts: string[] } | undefined; isGone: boolean }

const { assign, defineProperties, entries } = Object

/**
 * Adds members that sites older than EIP-1193, and users of Node's EventEmitter, expect of a provider. Its
 * fields are read-only and follow the site's state. It does not pose as another wallet.
 */
export const addLegacy = (
  provider: Provider,
  view: () => View,
  forget: (event?: string) => void,
): void => {
  const { on, removeListener, request } = provider
  const chainId = () => view().state?.chainId ?? null
  const selectedAddress = () => view().state?.accounts[0] ?? null
  const networkVersion = () => {
    const id = chainId()
    return id === null ? null : `${Number(id)}`
  }
  const once = (event: string, listener: Listener) => {
    const first = (value: unknown) => {
      removeListener(event, first)
      listener(value)
    }
    // As in Node's EventEmitter, removing the original listener removes the `once` wrapper.
    return on(event, assign(first, { listener }))
  }
  const removeAllListeners = (event?: string) => {
    forget(event)
    return provider
  }
  const methods = {
    isConnected: () => !view().isGone,
    enable: () => request({ method: 'eth_requestAccounts' }),
    addListener: on,
    off: removeListener,
    once,
    removeAllListeners,
  }
  const fields = { chainId, selectedAddress, networkVersion }
  for (const [name, value] of entries(methods))
    defineProperties(provider, { [name]: { value, enumerable: true } })
  for (const [name, get] of entries(fields))
    defineProperties(provider, { [name]: { get, enumerable: true } })
}
