import { urlsOf } from '@/lib/network/urls'

/** Sends the wallet's requests for a network to the node at `url`. Returns how to stop. */
export const leadTo = (chainId: number, url: string): (() => void) => {
  const { fetch } = globalThis
  const [network] = urlsOf(chainId)
  globalThis.fetch = (asked, init) => fetch(asked === network ? url : asked, init)
  return () => {
    globalThis.fetch = fetch
  }
}
