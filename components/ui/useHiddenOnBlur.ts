import { useEffect, useState } from 'react'

/** Tells if a secret is shown; it is hidden as soon as the window loses the focus. */
export const useHiddenOnBlur = () => {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const hide = () => setShown(false)
    addEventListener('blur', hide)
    addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('blur', hide)
      removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [])
  return [isShown, setShown] as const
}
