import { useEffect, useState, useSyncExternalStore } from 'react'

const onFocus = (listener: () => void) => {
  addEventListener('focus', listener)
  addEventListener('blur', listener)
  return () => {
    removeEventListener('focus', listener)
    removeEventListener('blur', listener)
  }
}

/**
 * Tells if the same content has been before the user's eyes for `hold` ms, in a window that has the focus:
 * a click meant for something else must not approve. `content` is undefined while there is none.
 */
export const useArmed = (content: string | undefined, hold = 500): boolean => {
  const hasFocus = useSyncExternalStore(onFocus, () => document.hasFocus())
  const [seen, setSeen] = useState<string>()

  useEffect(() => {
    if (content === undefined || !hasFocus) return
    const timer = setTimeout(() => setSeen(content), hold)
    return () => {
      clearTimeout(timer)
      setSeen(undefined)
    }
  }, [content, hold, hasFocus])

  return hasFocus && content !== undefined && seen === content
}
