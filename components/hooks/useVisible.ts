import { useSyncExternalStore } from 'react'

const onChange = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const isVisible = () => document.visibilityState === 'visible'

/** True while the user may see the page: its tab is in front, and its window is not minimised. */
export const useVisible = (): boolean => useSyncExternalStore(onChange, isVisible)
