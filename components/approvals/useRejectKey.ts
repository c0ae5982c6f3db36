import { useEffect, useState } from 'react'

/** The key that rejects. */
export const rejectKey = 'Escape'

/** How long a request must have been on the screen before the key rejects it, in ms: it may be meant for the page. */
const rest = 500

/** Controls that take the key for themselves. */
const others = 'input, textarea, select, [role=dialog]'

/** Rejects the request by its key, unless it `isOver`. No key approves: that takes the button. */
export const useRejectKey = (reject: () => void, isOver: boolean): void => {
  const [shownAt] = useState(() => performance.now())
  useEffect(() => {
    if (isOver) return
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isTaken = target instanceof Element && target.closest(others) !== null
      if (event.key !== rejectKey || event.repeat || event.defaultPrevented || isTaken) return
      if (performance.now() - shownAt >= rest) reject()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [reject, isOver, shownAt])
}
