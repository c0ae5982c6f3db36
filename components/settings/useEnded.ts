import { useEffect, useSyncExternalStore } from 'react'
import { wallet } from '../store/session'
import { useSetting } from './useSetting'

const onVisible = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const isVisible = () => document.visibilityState === 'visible'

/** Takes the batches that have ended from the icon while the user looks at the open wallet. */
export const useEnded = (isShown: boolean): void => {
  const isSeen = useSyncExternalStore(onVisible, isVisible) && isShown
  const isAny = useSetting('ended')?.some(({ isTold }) => isTold) ?? false
  useEffect(() => {
    if (isSeen && isAny) void wallet('choose', { ended: null }).catch(() => undefined)
  }, [isSeen, isAny])
}
