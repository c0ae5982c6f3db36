import { useEffect } from 'react'
import { useVisible } from '../hooks/useVisible'
import { wallet } from '../store/session'
import { useSetting } from './useSetting'

/** Takes the batches that have ended from the icon while the user looks at the open wallet. */
export const useEnded = (isShown: boolean): void => {
  const isSeen = useVisible() && isShown
  const isAny = useSetting('ended')?.some(({ isTold }) => isTold) ?? false
  useEffect(() => {
    if (isSeen && isAny) void wallet('choose', { ended: null }).catch(() => undefined)
  }, [isSeen, isAny])
}
