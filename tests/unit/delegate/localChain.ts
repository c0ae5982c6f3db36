import { vi } from 'vitest'

const realFetch = globalThis.fetch

/** Sends what the wallet asks the node of Local to this chain. */
export const useChain = (url: string): void => {
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => realFetch(url, init))
}
