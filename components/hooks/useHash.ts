import { useSyncExternalStore } from 'react'

const onHash = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** Reads the part of the page's address after `#`. */
export const useHash = (): string => useSyncExternalStore(onHash, () => location.hash.slice(1))
