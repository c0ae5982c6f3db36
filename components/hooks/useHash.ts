import { useSyncExternalStore } from 'react'

const onHash = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** What the address of the page names after `#`. */
export const useHash = (): string => useSyncExternalStore(onHash, () => location.hash.slice(1))
