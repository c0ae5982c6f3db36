import { useEffect } from 'react'
import type { EIP1193Provider } from 'viem'
import type { Connector } from 'wagmi'
import { record } from './timeline'

const names = ['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message'] as const

/** Puts the wallet's events (EIP-1193) on the timeline. */
export const useWalletEvents = (connector: Connector | undefined) => {
  useEffect(() => {
    if (!connector) return
    const ended = new AbortController()
    void connector.getProvider().then((found) => {
      const provider = found as EIP1193Provider | undefined
      if (!provider || ended.signal.aborted) return
      for (const name of names) {
        const listener = (detail: unknown) =>
          record({ at: Date.now(), kind: 'event', what: name, detail })
        provider.on(name, listener)
        ended.signal.addEventListener('abort', () => provider.removeListener(name, listener))
      }
    })
    return () => ended.abort()
  }, [connector])
}
