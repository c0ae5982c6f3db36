import type { Listener, Provider } from './eip1193'

/** A provider's view of its site; `state` is undefined until the wallet has answered this page once. */
export type View = { state: { chainId: string; accounts: string[] } | undefined; isGone: boolean }

const { assign, defineProperties } = Object

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
  defineProperties(provider, {
    isConnected: { value: () => !view().isGone, enumerable: true },
    enable: { value: () => request({ method: 'eth_requestAccounts' }), enumerable: true },
    addListener: { value: on, enumerable: true },
    off: { value: removeListener, enumerable: true },
    once: { value: once, enumerable: true },
    removeAllListeners: { value: removeAllListeners, enumerable: true },
    chainId: { get: chainId, enumerable: true },
    selectedAddress: { get: selectedAddress, enumerable: true },
    networkVersion: { get: networkVersion, enumerable: true },
  })
}
